import type { ts } from 'ts-morph';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { DeclaredNames } from './declared-names.ts';

/** The name of a type, or of a value, is followed this many times. */
const MAX_STEPS = 5;

/**
 * Decides from the syntax of a file whether the type that a value is declared with, or cast to, is no function type:
 * `any`, `unknown`, a primitive type, an object type without signatures, or a local name of such a type. Importers
 * receive this type, not the type of the value. Types that the syntax does not decide are accepted.
 */
export class CallableTypeReader {
  readonly #ts: TypeScript;
  readonly #names: DeclaredNames;
  /** The keywords of types that are no function types. `never` can disappear in a union. */
  readonly #keywords: ReadonlySet<ts.SyntaxKind>;

  constructor(typescript: TypeScript, names: DeclaredNames) {
    this.#ts = typescript;
    this.#names = names;
    const kinds = typescript.SyntaxKind;
    this.#keywords = new Set([
      ...[kinds.AnyKeyword, kinds.UnknownKeyword, kinds.StringKeyword, kinds.NumberKeyword, kinds.BooleanKeyword],
      ...[kinds.BigIntKeyword, kinds.SymbolKeyword, kinds.ObjectKeyword, kinds.UndefinedKeyword, kinds.VoidKeyword],
      ...[kinds.JSDocAllType, kinds.JSDocUnknownType],
    ]);
  }

  /** The type that a variable is declared with, in its text or in its comment. */
  typeOf(node: ts.VariableDeclaration): ts.TypeNode | undefined {
    return node.type ?? this.#commentedType(node);
  }

  /** The type that a value is cast to. */
  castTypeOf(value: ts.Expression): ts.TypeNode | undefined {
    const ts = this.#ts;
    if (ts.isAsExpression(value) || ts.isTypeAssertionExpression(value)) return value.type;
    return ts.isParenthesizedExpression(value) ? this.#commentedType(value) : undefined;
  }

  /** Whether a type is certainly a function type. */
  isFunction(type: ts.TypeNode): boolean {
    const ts = this.#ts;
    if (ts.isParenthesizedTypeNode(type)) return this.isFunction(type.type);
    if (ts.isTypeLiteralNode(type)) return type.members.some((member) => this.#isSignature(member));
    return ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type);
  }

  /** Why the type of a variable is no function type. */
  reasonForVariable(node: ts.VariableDeclaration, steps = MAX_STEPS): string | undefined {
    const type = this.typeOf(node);
    if (type !== undefined) return this.#describe(type);
    return node.initializer && this.reasonForValue(node.initializer, steps);
  }

  /** Why the type that a value is cast to is no function type. */
  reasonForValue(value: ts.Expression, steps = MAX_STEPS): string | undefined {
    const ts = this.#ts;
    if (ts.isAsExpression(value) || ts.isTypeAssertionExpression(value)) {
      return ts.isConstTypeReference(value.type)
        ? this.reasonForValue(value.expression, steps)
        : this.#describe(value.type);
    }
    if (ts.isParenthesizedExpression(value)) {
      const type = this.#commentedType(value);
      return type === undefined ? this.reasonForValue(value.expression, steps) : this.#describe(type);
    }
    if (ts.isSatisfiesExpression(value) || ts.isNonNullExpression(value)) {
      return this.reasonForValue(value.expression, steps);
    }
    if (ts.isConditionalExpression(value)) {
      return this.reasonForValue(value.whenTrue, steps) ?? this.reasonForValue(value.whenFalse, steps);
    }
    if (!ts.isIdentifier(value) || steps === 0) return undefined;
    const [declaration, ...more] = this.#names.declared.get(value.text)?.declarations ?? [];
    return declaration !== undefined && more.length === 0 && ts.isVariableDeclaration(declaration)
      ? this.reasonForVariable(declaration, steps - 1)
      : undefined;
  }

  #describe(type: ts.TypeNode): string | undefined {
    return this.#isNoFunction(type, MAX_STEPS) ? `its type is no function type: ${type.getText()}` : undefined;
  }

  /** The type in the JSDoc comment of a node. Only JavaScript has such types. */
  #commentedType(node: ts.Node): ts.TypeNode | undefined {
    return node.flags & this.#ts.NodeFlags.JavaScriptFile ? this.#ts.getJSDocType(node) : undefined;
  }

  #isNoFunction(type: ts.TypeNode, steps: number): boolean {
    const ts = this.#ts;
    if (this.#keywords.has(type.kind)) return true;
    if (ts.isParenthesizedTypeNode(type)) return this.#isNoFunction(type.type, steps);
    if (ts.isUnionTypeNode(type)) {
      const members = type.types.filter((member) => !this.#isAbsence(member));
      return members.length === 0 || members.some((member) => this.#isNoFunction(member, steps));
    }
    if (ts.isIntersectionTypeNode(type)) return type.types.every((member) => this.#isNoFunction(member, steps));
    if (ts.isTypeLiteralNode(type)) return !type.members.some((member) => this.#isSignature(member));
    if (ts.isTypeReferenceNode(type)) return this.#isNameOfNoFunction(type, steps);
    return (
      ts.isLiteralTypeNode(type) ||
      ts.isTemplateLiteralTypeNode(type) ||
      ts.isArrayTypeNode(type) ||
      ts.isTupleTypeNode(type) ||
      ts.isTypeOperatorNode(type)
    );
  }

  /** Whether a member of a union is ignored: a compiler without `strictNullChecks` removes it. */
  #isAbsence(type: ts.TypeNode): boolean {
    const { UndefinedKeyword, VoidKeyword, NullKeyword } = this.#ts.SyntaxKind;
    return (
      type.kind === UndefinedKeyword ||
      type.kind === VoidKeyword ||
      (this.#ts.isLiteralTypeNode(type) && type.literal.kind === NullKeyword)
    );
  }

  /** Whether a member of a type makes its values functions or classes. */
  #isSignature(member: ts.TypeElement): boolean {
    return this.#ts.isCallSignatureDeclaration(member) || this.#ts.isConstructSignatureDeclaration(member);
  }

  /** Follows the name of a type that this file declares once, without parameters. */
  #isNameOfNoFunction({ typeName, typeArguments }: ts.TypeReferenceNode, steps: number): boolean {
    const ts = this.#ts;
    if (!ts.isIdentifier(typeName) || typeArguments !== undefined || steps === 0) return false;
    const [declaration, ...more] = this.#names.declared.get(typeName.text)?.declarations ?? [];
    if (declaration === undefined || more.length > 0) return false;
    if (ts.isTypeAliasDeclaration(declaration)) {
      return declaration.typeParameters === undefined && this.#isNoFunction(declaration.type, steps - 1);
    }
    return (
      ts.isInterfaceDeclaration(declaration) &&
      declaration.heritageClauses === undefined &&
      !declaration.members.some((member) => this.#isSignature(member))
    );
  }
}
