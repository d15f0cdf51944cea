import ts from 'typescript';
import { findMentions, type Mentions } from './mentions.ts';
import { InexpressibleError, isHidden, propertyName, TypeWriter } from './type-writer.ts';

/** One line of a consumer: what it uses, and its text. */
export interface ConsumerLine {
  readonly name: string;
  readonly text: string;
}

export interface GeneratedConsumer {
  readonly lines: readonly ConsumerLine[];
  /** The uses that cannot be written. */
  readonly inexpressible: readonly string[];
}

/**
 * Generates code that uses everything that a module of a package exports, with the types of this version written out. It knows
 * nothing of `holdfast api`.
 *
 * @param file a module of the program with `import * as api from '<package>'`
 */
export function generateConsumer(program: ts.Program, file: string, packageFolder: string): GeneratedConsumer {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const statement = source?.statements.find((one) => ts.isImportDeclaration(one));
  const bindings = statement?.importClause?.namedBindings;
  const alias =
    bindings === undefined || !ts.isNamespaceImport(bindings) ? undefined : checker.getSymbolAtLocation(bindings.name);
  if (alias === undefined) return { lines: [], inexpressible: ['(the import)'] };
  const module = checker.getAliasedSymbol(alias);
  const exported = new Map<ts.Symbol, string>();
  const exports: { readonly name: string; readonly symbol: ts.Symbol }[] = [];
  for (const one of checker.getExportsOfModule(module)) {
    const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    if (!/^[A-Za-z_$][\w$]*$/.test(one.name) || checker.isUnknownSymbol(symbol)) continue;
    exports.push({ name: one.name, symbol });
    if (!exported.has(symbol)) exported.set(symbol, `api.${one.name}`);
  }
  const writer = new TypeWriter(checker, exported, packageFolder);
  const mentions = findMentions(
    checker,
    exports.map(({ symbol }) => symbol),
    (symbol) => writer.isOwn(symbol),
  );
  const builder = new ConsumerBuilder(writer, mentions);
  for (const { name, symbol } of exports) builder.addExport(name, symbol);
  return { lines: builder.lines, inexpressible: builder.inexpressible };
}

/** Literals are not nested more deeply. */
const MAX_LITERAL = 3;

class ConsumerBuilder {
  readonly lines: ConsumerLine[] = [];
  readonly inexpressible: string[] = [];
  readonly #writer: TypeWriter;
  readonly #checker: ts.TypeChecker;
  readonly #mentions: Mentions;
  #name = '';
  #count = 0;

  constructor(writer: TypeWriter, mentions: Mentions) {
    this.#writer = writer;
    this.#checker = writer.checker;
    this.#mentions = mentions;
  }

  addExport(name: string, symbol: ts.Symbol): void {
    this.#name = name;
    if (symbol.flags & ts.SymbolFlags.Value) this.#addValue(`api.${name}`, symbol);
    if (symbol.flags & ts.SymbolFlags.Enum) this.#addEnum(name, symbol);
    if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class))
      this.#addType(name, symbol);
  }

  /** Adds a line in a function with type parameters. */
  #add(typeParameters: readonly ts.TypeParameter[], write: () => string): void {
    const names = typeParameters.map(({ symbol }) => symbol.name);
    try {
      this.#writer.inScope(names, () => {
        const parameters = this.#writer.typeParameters(typeParameters);
        this.lines.push({ name: this.#name, text: `function use${this.#count++}${parameters}() { ${write()} }` });
      });
    } catch (thrown) {
      if (!(thrown instanceof InexpressibleError)) throw thrown;
      this.inexpressible.push(`${this.#name}: ${thrown.message}`);
    }
  }

  #addValue(path: string, symbol: ts.Symbol): void {
    const type = this.#checker.getTypeOfSymbol(symbol);
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    this.#add([], () => `void ${path};`);
    for (const one of type.getCallSignatures()) this.#addCalls(path, one, '');
    for (const one of type.getConstructSignatures()) {
      const declaration = one.getDeclaration() as ts.Declaration | undefined;
      const flags = declaration === undefined ? 0 : ts.getCombinedModifierFlags(declaration);
      const isAbstract = symbol.declarations?.some(
        (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) !== 0,
      );
      if (!(flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) && isAbstract !== true)
        this.#addCalls(path, one, 'new ');
    }
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (property.name === 'prototype' || isHidden(property)) continue;
      if (this.#writer.isOwn(property)) this.#addRead(path, property, []);
    }
    const isPlain = type.getCallSignatures().length + type.getConstructSignatures().length === 0;
    if (isPlain && !isClass && !(symbol.flags & (ts.SymbolFlags.Enum | ts.SymbolFlags.Module))) {
      this.#add([], () => `const value: ${this.#writer.write(type)} = ${path};`);
    }
  }

  /** Reads a member, and calls it if it is a function. */
  #addRead(owner: string, property: ts.Symbol, typeParameters: readonly ts.TypeParameter[]): void {
    const type = this.#checker.getTypeOfSymbol(property);
    const access = (): string => {
      const name = propertyName(property);
      return /^["[]/.test(name) ? `${owner}${name.startsWith('[') ? name : `[${name}]`}` : `${owner}.${name}`;
    };
    const calls = type.getCallSignatures();
    if (calls.length === 0) {
      this.#add(typeParameters, () => `const value: ${this.#writer.write(type)} = ${access()};`);
      return;
    }
    for (const one of calls) {
      try {
        this.#addCalls(access(), one, '', typeParameters);
      } catch (thrown) {
        if (!(thrown instanceof InexpressibleError)) throw thrown;
        this.inexpressible.push(`${this.#name}: ${thrown.message}`);
      }
    }
  }

  /** Calls with optional parameters absent and present, and assigns the result. */
  #addCalls(path: string, signature: ts.Signature, word: string, outer: readonly ts.TypeParameter[] = []): void {
    const typeParameters = [...outer, ...(signature.typeParameters ?? [])];
    const given = signature.typeParameters ?? [];
    const typeArguments = given.length === 0 ? '' : `<${given.map(({ symbol }) => symbol.name).join(', ')}>`;
    const { parameters } = signature;
    const required = parameters.filter((one) => !this.#isOmittable(one)).length;
    const counts = new Set([required, parameters.length]);
    for (const count of counts) {
      for (const isFull of [false, true]) {
        this.#add(typeParameters, () => {
          const values = parameters.slice(0, count).map((one) => this.#argument(one, isFull));
          const call = `${word}${path}${typeArguments}(${values.join(', ')})`;
          const result = signature.getReturnType();
          const isVoid =
            (result.flags & ts.TypeFlags.Void) !== 0 ||
            this.#checker.getTypePredicateOfSignature(signature) !== undefined;
          return isVoid || word !== '' ? `${call};` : `const result: ${this.#writer.write(result)} = ${call};`;
        });
      }
    }
  }

  #isOmittable(symbol: ts.Symbol): boolean {
    const node = symbol.valueDeclaration;
    if (node === undefined || !ts.isParameter(node)) return false;
    return node.dotDotDotToken !== undefined || this.#checker.isOptionalParameter(node);
  }

  #argument(symbol: ts.Symbol, isFull: boolean): string {
    const type = this.#checker.getTypeOfSymbol(symbol);
    const node = symbol.valueDeclaration;
    const isRest = node !== undefined && ts.isParameter(node) && node.dotDotDotToken !== undefined;
    return isRest ? `...(null! as ${this.#writer.write(type)})` : this.#value(type, isFull, 0);
  }

  /** A value of a type: a literal for an object that a caller can construct, with or without its optional members. */
  #value(type: ts.Type, isFull: boolean, depth: number): string {
    const target = type.isUnion() ? type.types.find((one) => this.#isConstructible(one)) : type;
    if (!isFull && type.isUnion() && depth === 0) return `null! as (${this.#writer.write(type)})`;
    if (target === undefined || !this.#isConstructible(target) || depth >= MAX_LITERAL) {
      return `null! as (${this.#writer.write(type)})`;
    }
    const members = this.#checker
      .getPropertiesOfType(target)
      .filter((one) => isFull || !(one.flags & ts.SymbolFlags.Optional));
    const texts = members.map(
      (one) => `${propertyName(one)}: ${this.#value(this.#checker.getTypeOfSymbol(one), isFull, depth + 1)}`,
    );
    return `{ ${texts.join(', ')} }`;
  }

  #isConstructible(type: ts.Type): boolean {
    const { symbol } = type as { symbol?: ts.Symbol };
    if (!(type.flags & ts.TypeFlags.Object) || symbol === undefined) return false;
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) return false;
    if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return false;
    if (symbol.flags & ts.SymbolFlags.Class) return false;
    const isDeclared = (symbol.flags & ts.SymbolFlags.Interface) !== 0;
    return (!isDeclared || this.#writer.isOwn(symbol)) && this.#checker.getPropertiesOfType(type).length > 0;
  }

  #addEnum(name: string, symbol: ts.Symbol): void {
    for (const member of symbol.exports?.values() ?? []) {
      this.#add([], () => `const member: api.${name} = api.${name}[${JSON.stringify(member.name)}];`);
    }
  }

  #addType(name: string, symbol: ts.Symbol): void {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const declared = (type as ts.InterfaceType).typeParameters ?? [];
    const parameters = symbol.flags & ts.SymbolFlags.TypeAlias ? this.#aliasParameters(symbol) : declared;
    const typeArguments = parameters.length === 0 ? '' : `<${parameters.map((one) => one.symbol.name).join(', ')}>`;
    const written = `api.${name}${typeArguments}`;
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    const role = this.#mentions.get(symbol) ?? this.#mentions.get((type as { symbol?: ts.Symbol }).symbol ?? symbol);
    const [isInput, isOutput] = role === undefined ? [true, true] : [role.isInput, role.isOutput];
    this.#add(parameters, () => `void (null! as ${written});`);
    if (isOutput || isClass) this.#addReads(type, written, parameters);
    if (isInput && !isClass) {
      for (const isFull of [false, true]) {
        this.#add(parameters, () => `const made: ${written} = ${this.#value(type, isFull, 0)};`);
      }
    }
    if (isClass) this.#addExtension(name, type, written, parameters);
  }

  #aliasParameters(symbol: ts.Symbol): readonly ts.TypeParameter[] {
    const node = symbol.declarations?.find((one) => ts.isTypeAliasDeclaration(one));
    return (node?.typeParameters ?? []).flatMap((one) => {
      const type = this.#checker.getTypeAtLocation(one);
      return type.flags & ts.TypeFlags.TypeParameter ? [type] : [];
    });
  }

  #addReads(type: ts.Type, written: string, parameters: readonly ts.TypeParameter[]): void {
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0;
    if (!isObject || this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      this.#add(parameters, () => `const value: ${this.#writer.write(type)} = null! as ${written};`);
      return;
    }
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (!isHidden(property)) this.#addRead(`(null! as ${written})`, property, parameters);
    }
  }

  /** Extends a class that is not sealed, with what is abstract in it. */
  #addExtension(name: string, type: ts.Type, written: string, parameters: readonly ts.TypeParameter[]): void {
    const constructor = this.#checker.getTypeOfSymbol(type.symbol).getConstructSignatures()[0];
    const node = constructor?.getDeclaration() as ts.Declaration | undefined;
    const flags = node === undefined ? 0 : ts.getCombinedModifierFlags(node);
    if (constructor === undefined || flags & ts.ModifierFlags.Private) return;
    this.#add(parameters, () => {
      const required = constructor.parameters.filter((one) => !this.#isOmittable(one)).length;
      const values = constructor.parameters.slice(0, required).map((one) => this.#argument(one, false));
      const members = this.#checker.getPropertiesOfType(type).flatMap((one) => {
        const declaration = one.valueDeclaration;
        const modifiers = declaration === undefined ? 0 : ts.getCombinedModifierFlags(declaration);
        if (!(modifiers & ts.ModifierFlags.Abstract)) return [];
        const word = modifiers & ts.ModifierFlags.Protected ? 'protected ' : '';
        return [`${word}declare ${propertyName(one)}: ${this.#writer.write(this.#checker.getTypeOfSymbol(one))};`];
      });
      return `class Extended extends api.${written.slice(4)} { constructor() { super(${values.join(', ')}); } ${members.join(' ')} } void Extended; void '${name}';`;
    });
  }
}
