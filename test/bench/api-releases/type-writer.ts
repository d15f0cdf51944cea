import ts from 'typescript';

/** A type that cannot be written in a consumer. */
export class InexpressibleError extends Error {}

/** More levels of one type are not written. */
const MAX_DEPTH = 6;
/** Larger types are not written. */
const MAX_PARTS = 2000;

/**
 * Writes types of a package in full, so that they mean the same in each version of it. Classes, enums and what is nested too
 * deeply are written by their names.
 */
export class TypeWriter {
  readonly checker: ts.TypeChecker;
  /** How the consumer writes an exported name. */
  readonly #exported: ReadonlyMap<ts.Symbol, string>;
  readonly #packageFolder: string;
  readonly #stack: ts.Type[] = [];
  readonly #scope = new Set<string>();
  #written = 0;

  constructor(checker: ts.TypeChecker, exported: ReadonlyMap<ts.Symbol, string>, packageFolder: string) {
    this.checker = checker;
    this.#exported = exported;
    this.#packageFolder = packageFolder;
  }

  /** Writes in the scope of type parameters. */
  inScope<Result>(names: readonly string[], work: () => Result): Result {
    const added = names.filter((name) => !this.#scope.has(name));
    for (const name of added) this.#scope.add(name);
    try {
      return work();
    } finally {
      for (const name of added) this.#scope.delete(name);
    }
  }

  isOwn(symbol: ts.Symbol | undefined): boolean {
    return symbol?.declarations?.some((one) => one.getSourceFile().fileName.startsWith(this.#packageFolder)) === true;
  }

  write(type: ts.Type): string {
    if (this.#stack.includes(type) || this.#stack.length > MAX_DEPTH) return this.#writeName(type) ?? 'any';
    // A type that is written in full at many places would be larger than the compiler can read.
    if (this.#stack.length === 0) this.#written = 0;
    if (this.#written++ > MAX_PARTS) throw new InexpressibleError('too large');
    this.#stack.push(type);
    try {
      return this.#write(type);
    } finally {
      this.#stack.pop();
    }
  }

  #write(type: ts.Type): string {
    const { flags } = type;
    if (flags & ts.TypeFlags.TypeParameter) return this.#writeParameter(type);
    if (flags & ts.TypeFlags.Boolean) return 'boolean';
    if (flags & ts.TypeFlags.EnumLike) return this.#writeEnum(type);
    if (type.isUnion()) return this.#list(type.types, ' | ');
    if (type.isIntersection()) return this.#list(type.types, ' & ');
    if (flags & ts.TypeFlags.IndexedAccess) {
      const { objectType, indexType } = type as ts.IndexedAccessType;
      return `(${this.write(objectType)})[${this.write(indexType)}]`;
    }
    if (flags & ts.TypeFlags.Index) return `keyof (${this.write((type as ts.IndexType).type)})`;
    const computed = ts.TypeFlags.Conditional | ts.TypeFlags.Substitution;
    if (flags & (computed | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping | ts.TypeFlags.UniqueESSymbol)) {
      throw new InexpressibleError(this.checker.typeToString(type));
    }
    if (!(flags & ts.TypeFlags.Object))
      return this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    return this.#writeObject(type);
  }

  #list(types: readonly ts.Type[], separator: string): string {
    return types.map((one) => `(${this.write(one)})`).join(separator);
  }

  #writeParameter(type: ts.Type): string {
    if ((type as { isThisType?: boolean }).isThisType === true) throw new InexpressibleError('this');
    if (!this.#scope.has(type.symbol.name)) throw new InexpressibleError(type.symbol.name);
    return type.symbol.name;
  }

  #writeEnum(type: ts.Type): string {
    const { symbol } = type;
    const known = this.#exported.get(symbol);
    if (known !== undefined) return known;
    const owner = symbol.declarations?.[0]?.parent;
    const ownerSymbol =
      owner !== undefined && ts.isEnumDeclaration(owner) ? this.checker.getSymbolAtLocation(owner.name) : undefined;
    const name = ownerSymbol === undefined ? undefined : this.#exported.get(ownerSymbol);
    if (name === undefined) throw new InexpressibleError(symbol.name);
    return `${name}.${symbol.name}`;
  }

  /** `namespace.Name<arguments>`; `undefined` if the type has no name that a consumer can write. */
  #writeName(type: ts.Type): string | undefined {
    const alias = type.aliasSymbol === undefined ? undefined : this.#exported.get(type.aliasSymbol);
    if (alias !== undefined) return alias + this.#arguments(type.aliasTypeArguments ?? []);
    const { symbol } = type as { symbol?: ts.Symbol };
    const name = symbol === undefined ? undefined : this.#exported.get(symbol);
    if (name === undefined || symbol === undefined) return undefined;
    return name + this.#arguments(this.#typeArguments(type, symbol));
  }

  #typeArguments(type: ts.Type, symbol: ts.Symbol): readonly ts.Type[] {
    const declared = this.checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    const count = declared.typeParameters?.length ?? 0;
    return count === 0 ? [] : this.checker.getTypeArguments(type as ts.TypeReference).slice(0, count);
  }

  #arguments(types: readonly ts.Type[]): string {
    if (types.length === 0) return '';
    if (this.#stack.length > MAX_DEPTH + 3) return `<${types.map(() => 'any').join(', ')}>`;
    return `<${types.map((one) => this.write(one)).join(', ')}>`;
  }

  #writeObject(type: ts.Type): string {
    const { checker } = this;
    const { symbol } = type as { symbol?: ts.Symbol };
    if (checker.isTupleType(type)) return this.#writeTuple(type as ts.TupleTypeReference);
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      const text = `(${element === undefined ? 'any' : this.write(element)})[]`;
      return symbol?.name === 'ReadonlyArray' ? `readonly ${text}` : text;
    }
    const isClass = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
    const isNamed = symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0;
    const isInstance =
      isNamed && this.checker.getDeclaredTypeOfSymbol(symbol).symbol === symbol && !this.#isStatic(type);
    if (isNamed && isInstance && !this.isOwn(symbol)) {
      const file = symbol.declarations?.[0]?.getSourceFile();
      // What a module of another package declares has no name here.
      const isGlobal = file !== undefined && (!ts.isExternalModule(file) || this.#isGlobalName(symbol));
      return isGlobal && !file.fileName.includes('/undici')
        ? symbol.name + this.#arguments(this.#typeArguments(type, symbol))
        : 'any';
    }
    if (isClass && isInstance) {
      const name = this.#writeName(type);
      if (name === undefined) throw new InexpressibleError(symbol.name);
      return name;
    }
    return this.#writeMembers(type);
  }

  #isGlobalName({ declarations = [] }: ts.Symbol): boolean {
    return declarations.every((one) => ts.isModuleBlock(one.parent) && one.parent.parent.name.getText() === 'global');
  }

  #isStatic(type: ts.Type): boolean {
    return type.getConstructSignatures().length > 0;
  }

  #writeMembers(type: ts.Type): string {
    const { checker } = this;
    const parts: string[] = [];
    for (const one of type.getCallSignatures()) parts.push(this.signature(one));
    for (const one of type.getConstructSignatures()) parts.push(`new ${this.signature(one)}`);
    for (const { keyType, type: value } of checker.getIndexInfosOfType(type)) {
      parts.push(`[key: ${this.write(keyType)}]: ${this.write(value)}`);
    }
    for (const property of checker.getPropertiesOfType(type)) {
      if (isHidden(property)) continue;
      const mark = property.flags & ts.SymbolFlags.Optional ? '?' : '';
      parts.push(`${propertyName(property)}${mark}: ${this.write(checker.getTypeOfSymbol(property))}`);
    }
    return `{ ${parts.join('; ')} }`;
  }

  /** `<T>(a: string): void`. */
  signature(signature: ts.Signature): string {
    const names = (signature.typeParameters ?? []).map(({ symbol }) => symbol.name);
    return this.inScope(names, () => {
      const parameters = signature.parameters.map((one, at) => this.#parameter(one, at));
      const predicate = this.checker.getTypePredicateOfSignature(signature);
      const result = predicate === undefined ? this.write(signature.getReturnType()) : 'any';
      return `${this.typeParameters(signature.typeParameters)}(${parameters.join(', ')}): ${result}`;
    });
  }

  typeParameters(parameters: readonly ts.TypeParameter[] | undefined): string {
    if (parameters === undefined || parameters.length === 0) return '';
    return this.inScope(
      parameters.map(({ symbol }) => symbol.name),
      () => {
        const texts = parameters.map((one) => {
          const constraint = one.getConstraint();
          return constraint === undefined ? one.symbol.name : `${one.symbol.name} extends ${this.write(constraint)}`;
        });
        return `<${texts.join(', ')}>`;
      },
    );
  }

  #parameter(symbol: ts.Symbol, at: number): string {
    const node = symbol.valueDeclaration;
    const parameter = node !== undefined && ts.isParameter(node) ? node : undefined;
    const isRest = parameter?.dotDotDotToken !== undefined;
    const isOptional = parameter !== undefined && !isRest && this.checker.isOptionalParameter(parameter);
    return `${isRest ? '...' : ''}p${at}${isOptional ? '?' : ''}: ${this.write(this.checker.getTypeOfSymbol(symbol))}`;
  }

  #writeTuple(type: ts.TupleTypeReference): string {
    const { elementFlags, readonly } = type.target;
    const elements = this.checker.getTypeArguments(type).map((one, at) => {
      const flags = elementFlags[at] ?? ts.ElementFlags.Required;
      if (flags & ts.ElementFlags.Rest) return `...(${this.write(one)})[]`;
      if (flags & ts.ElementFlags.Variadic) return `...${this.write(one)}`;
      return `(${this.write(one)})${flags & ts.ElementFlags.Optional ? '?' : ''}`;
    });
    return `${readonly ? 'readonly ' : ''}[${elements.join(', ')}]`;
  }
}

export function isHidden(property: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (
    property.declarations?.some((one) => (ts.getCombinedModifierFlags(one) & hidden) !== 0) === true ||
    property.name.startsWith('__#')
  );
}

export function propertyName({ name }: ts.Symbol): string {
  const known = /^__@(\w+)@\d+$/.exec(name)?.[1];
  if (known !== undefined) {
    if (!(known in Symbol)) throw new InexpressibleError(name);
    return `[Symbol.${known}]`;
  }
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
