import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/**
 * Whether a name certainly refers to a type that exists, is not `any`, and accepts a number of type arguments. The name is
 * not a type parameter.
 */
export type IsCertainName = (name: string, typeArguments: number) => boolean;

/**
 * Writes types in a normal form. Two types in the same scope with the same form are identical to the type checker. The
 * reverse is not true: types with different forms can be identical. A type that needs inference has no form.
 */
export class WrittenTypes {
  readonly #ts: TypeScript;
  readonly #isCertainName: IsCertainName;

  constructor(typescript: TypeScript, isCertainName: IsCertainName) {
    this.#ts = typescript;
    this.#isCertainName = isCertainName;
  }

  /** The form of a signature; `undefined` without explicit types. The names of parameters are omitted. */
  signature(node: ts.SignatureDeclaration, outer: ReadonlySet<string> = new Set()): string | undefined {
    if (node.type === undefined) return undefined;
    const scope = new Set([...outer, ...(node.typeParameters ?? []).map(({ name }) => name.text)]);
    const generics = joinForms(node.typeParameters ?? [], (parameter) => this.#typeParameter(parameter, scope));
    const parameters = joinForms(node.parameters, (parameter, at) =>
      this.#parameter(parameter, node.parameters.slice(at + 1), scope),
    );
    const returnType = this.type(node.type, scope);
    if (generics === undefined || parameters === undefined || returnType === undefined) return undefined;
    return `<${generics}>(${parameters}) => ${returnType}`;
  }

  /** @param scope the names of the type parameters that are visible */
  type(node: ts.TypeNode, scope: ReadonlySet<string>): string | undefined {
    const { SyntaxKind } = this.#ts;
    if (isPlainKeyword(this.#ts, node.kind)) return this.#ts.tokenToString(node.kind);
    if (this.#ts.isParenthesizedTypeNode(node)) return this.type(node.type, scope);
    if (this.#ts.isLiteralTypeNode(node)) return this.#literal(node.literal);
    if (this.#ts.isArrayTypeNode(node)) return wrap('[]', this.type(node.elementType, scope));
    if (this.#ts.isTypeOperatorNode(node)) {
      const isReadonlyArray = node.operator === SyntaxKind.ReadonlyKeyword && this.#ts.isArrayTypeNode(node.type);
      return isReadonlyArray ? wrap('readonly[]', this.type(node.type.elementType, scope)) : undefined;
    }
    if (this.#ts.isUnionTypeNode(node)) return this.#union(node.types, scope);
    if (this.#ts.isFunctionTypeNode(node)) return wrap('function', this.signature(node, scope));
    if (this.#ts.isTypeLiteralNode(node)) return this.#typeLiteral(node, scope);
    if (this.#ts.isTypeReferenceNode(node)) return this.#reference(node, scope);
    return undefined;
  }

  #literal(literal: ts.LiteralTypeNode['literal']): string | undefined {
    const { SyntaxKind } = this.#ts;
    if (this.#ts.isStringLiteral(literal)) return JSON.stringify(literal.text);
    if (this.#ts.isNumericLiteral(literal)) return literal.text;
    const isKeyword = [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].includes(literal.kind);
    return isKeyword ? this.#ts.tokenToString(literal.kind) : undefined;
  }

  /** The members are sorted, because their order has no meaning. */
  #union(nodes: readonly ts.TypeNode[], scope: ReadonlySet<string>): string | undefined {
    const forms = this.#members(nodes, scope);
    return forms && writeUnion(forms);
  }

  /** The forms of the members of a union, with nested unions flattened. */
  #members(nodes: readonly ts.TypeNode[], scope: ReadonlySet<string>): string[] | undefined {
    const forms: string[] = [];
    for (const node of nodes) {
      const inner = this.#ts.isParenthesizedTypeNode(node) ? node.type : node;
      const found = this.#ts.isUnionTypeNode(inner) ? this.#members(inner.types, scope) : [this.type(inner, scope)];
      for (const form of found ?? [undefined]) {
        if (form === undefined) return undefined;
        forms.push(form);
      }
    }
    return forms;
  }

  #typeLiteral({ members }: ts.TypeLiteralNode, scope: ReadonlySet<string>): string | undefined {
    const forms: string[] = [];
    const names = new Set<string>();
    for (const member of members) {
      if (!this.#ts.isPropertySignature(member) || !this.#ts.isIdentifier(member.name)) return undefined;
      const type = member.type && this.type(member.type, scope);
      if (type === undefined || names.has(member.name.text)) return undefined;
      names.add(member.name.text);
      const modifiers: readonly ts.ModifierLike[] = member.modifiers ?? [];
      if (modifiers.some(({ kind }) => kind !== this.#ts.SyntaxKind.ReadonlyKeyword)) return undefined;
      const isReadonly = modifiers.length > 0;
      forms.push(`${isReadonly ? 'readonly ' : ''}${member.name.text}${member.questionToken ? '?' : ''}: ${type}`);
    }
    return `{ ${forms.sort().join('; ')} }`;
  }

  #reference(node: ts.TypeReferenceNode, scope: ReadonlySet<string>): string | undefined {
    const { typeName } = node;
    const typeArguments: readonly ts.TypeNode[] = node.typeArguments ?? [];
    if (!this.#ts.isIdentifier(typeName)) return undefined;
    const name = typeName.text;
    if (scope.has(name)) return typeArguments.length === 0 ? name : undefined;
    if (!this.#isCertainName(name, typeArguments.length)) return undefined;
    const forms = joinForms(typeArguments, (argument) => this.type(argument, scope));
    if (forms === undefined) return undefined;
    if (name === 'Array') return wrap('[]', forms);
    return name === 'ReadonlyArray' ? wrap('readonly[]', forms) : `${name}<${forms}>`;
  }

  #typeParameter(node: ts.TypeParameterDeclaration, scope: ReadonlySet<string>): string | undefined {
    if (node.default !== undefined || (node.modifiers ?? []).length > 0) return undefined;
    if (node.constraint === undefined) return node.name.text;
    const constraint = this.type(node.constraint, scope);
    return constraint === undefined ? undefined : `${node.name.text} extends ${constraint}`;
  }

  #parameter(
    node: ts.ParameterDeclaration,
    later: readonly ts.ParameterDeclaration[],
    scope: ReadonlySet<string>,
  ): string | undefined {
    if (this.#ts.isIdentifier(node.name) && node.name.text === 'this') return undefined;
    if (node.type === undefined) return undefined;
    if (node.dotDotDotToken) return wrap('...', this.type(node.type, scope));
    // A default value makes a parameter optional only if no required parameter follows.
    const isFollowed = later.some(({ questionToken, initializer, dotDotDotToken }) => {
      return !questionToken && !initializer && !dotDotDotToken;
    });
    const isOptional = node.questionToken !== undefined || node.initializer !== undefined;
    if (isOptional && isFollowed) return undefined;
    if (!isOptional) return this.type(node.type, scope);
    // `a?: A` is `a?: A | undefined`.
    const forms = this.#members([node.type], scope);
    return forms && wrap('?', writeUnion([...forms, 'undefined']));
  }
}

function writeUnion(forms: readonly string[]): string {
  const sorted = [...new Set(forms)].sort();
  return sorted.length === 1 ? (sorted[0] ?? '') : `(${sorted.join(' | ')})`;
}

function wrap(kind: string, form: string | undefined): string | undefined {
  return form === undefined ? undefined : `${kind}<${form}>`;
}

function joinForms<T>(nodes: readonly T[], formOf: (node: T, at: number) => string | undefined): string | undefined {
  const forms: string[] = [];
  for (const [at, node] of nodes.entries()) {
    const form = formOf(node, at);
    if (form === undefined) return undefined;
    forms.push(form);
  }
  return forms.join(', ');
}

/** Whether a node is a keyword that is always the same type. `any`, `this`, `symbol` and `intrinsic` are not. */
export function isPlainKeyword({ SyntaxKind }: TypeScript, kind: ts.SyntaxKind): boolean {
  return [
    SyntaxKind.StringKeyword,
    SyntaxKind.NumberKeyword,
    SyntaxKind.BooleanKeyword,
    SyntaxKind.BigIntKeyword,
    SyntaxKind.VoidKeyword,
    SyntaxKind.UndefinedKeyword,
    SyntaxKind.NeverKeyword,
    SyntaxKind.UnknownKeyword,
    SyntaxKind.ObjectKeyword,
  ].includes(kind);
}
