import type { ts } from 'ts-morph';
import { boundNames } from '../../code/declarations/declared-names.ts';
import type { TypeScript } from '../../code/language/typescript-parser.ts';

/** What a script changes of the names that it declares at top level. */
export class WrittenNames {
  /** The names that are assigned or declared again. */
  readonly #assigned = new Set<string>();
  /** The members that are written, by the name of the object; `*` if any of them can be. */
  readonly #members = new Map<string, Set<string>>();
  /** Other names of objects: `const other = object`. */
  readonly #aliases = new Map<string, string>();
  readonly #declared = new Set<string>();
  readonly #ts: TypeScript;

  constructor(typescript: TypeScript, source: ts.SourceFile) {
    this.#ts = typescript;
    this.#visit(source);
  }

  isAssigned(name: string): boolean {
    return this.#assigned.has(name);
  }

  /** Whether a member of an object can have another value than its text states. */
  isMemberWritten(object: string, member: string): boolean {
    const names = [object, ...[...this.#aliases].flatMap(([alias, of]) => (this.#isAlias(of, object) ? [alias] : []))];
    return names.some((name) => {
      const written = this.#members.get(name);
      return written !== undefined && (written.has('*') || written.has(member));
    });
  }

  #isAlias(name: string, object: string): boolean {
    const seen = new Set<string>();
    for (let one: string | undefined = name; one !== undefined && !seen.has(one); one = this.#aliases.get(one)) {
      if (one === object) return true;
      seen.add(one);
    }
    return false;
  }

  #visit(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isVariableDeclaration(node)) this.#readDeclaration(node);
    else if (ts.isBinaryExpression(node)) {
      const { FirstAssignment, LastAssignment } = ts.SyntaxKind;
      const operator = node.operatorToken.kind;
      if (operator >= FirstAssignment && operator <= LastAssignment) this.#write(node.left);
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
      if (node.operator === PlusPlusToken || node.operator === MinusMinusToken) this.#write(node.operand);
    } else if (ts.isDeleteExpression(node)) this.#write(node.expression);
    else if (ts.isForInStatement(node) || ts.isForOfStatement(node)) {
      if (!ts.isVariableDeclarationList(node.initializer)) this.#write(node.initializer);
    } else if (ts.isCallExpression(node)) this.#readCall(node);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #readDeclaration({ name, initializer }: ts.VariableDeclaration): void {
    const ts = this.#ts;
    if (!ts.isIdentifier(name) || this.#isLocal(name)) return;
    if (this.#declared.has(name.text)) this.#assigned.add(name.text);
    this.#declared.add(name.text);
    const value = initializer && this.#plain(initializer);
    if (value && ts.isIdentifier(value)) this.#aliases.set(name.text, value.text);
  }

  /** Calls that change an object: methods of arrays, and functions of `Object` and `Reflect`. */
  #readCall({ expression, arguments: [first] }: ts.CallExpression): void {
    const ts = this.#ts;
    if (!ts.isPropertyAccessExpression(expression)) return;
    const object = this.#plain(expression.expression);
    if (!ts.isIdentifier(object)) return;
    if (CHANGING_METHODS.has(expression.name.text)) this.#addMember(object, '*');
    const changed = first && this.#plain(first);
    const isChange =
      (object.text === 'Object' || object.text === 'Reflect') && CHANGING_FUNCTIONS.has(expression.name.text);
    if (isChange && changed && ts.isIdentifier(changed)) this.#addMember(changed, '*');
  }

  #write(target: ts.Expression): void {
    const ts = this.#ts;
    const node = this.#plain(target);
    if (ts.isIdentifier(node)) this.#addAssigned(node);
    else if (ts.isPropertyAccessExpression(node)) this.#writeMember(node.expression, node.name.text);
    else if (ts.isElementAccessExpression(node)) {
      const key = node.argumentExpression;
      this.#writeMember(node.expression, ts.isStringLiteralLike(key) ? key.text : '*');
    } else if (ts.isArrayLiteralExpression(node)) node.elements.forEach((one) => this.#write(one));
    else if (ts.isSpreadElement(node)) this.#write(node.expression);
    else if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (ts.isShorthandPropertyAssignment(property)) this.#addAssigned(property.name);
        else if (ts.isPropertyAssignment(property)) this.#write(property.initializer);
        else if (ts.isSpreadAssignment(property)) this.#write(property.expression);
      }
    } else if (ts.isBinaryExpression(node)) this.#write(node.left);
  }

  /** A write below a member, as in `a.b.c = 1`, changes the value of the member `b`. */
  #writeMember(object: ts.Expression, member: string): void {
    const ts = this.#ts;
    const node = this.#plain(object);
    if (ts.isIdentifier(node)) this.#addMember(node, member);
    else if (ts.isPropertyAccessExpression(node)) this.#writeMember(node.expression, node.name.text);
    else if (ts.isElementAccessExpression(node)) this.#writeMember(node.expression, '*');
  }

  #addAssigned(name: ts.Identifier): void {
    if (!this.#isLocal(name)) this.#assigned.add(name.text);
  }

  #addMember(object: ts.Identifier, member: string): void {
    if (this.#isLocal(object)) return;
    const members = this.#members.get(object.text) ?? new Set<string>();
    members.add(member);
    this.#members.set(object.text, members);
  }

  /** Whether a function or a block around a name declares it. */
  #isLocal(name: ts.Identifier): boolean {
    const ts = this.#ts;
    const declares = (list: readonly { readonly name: ts.BindingName }[]): boolean =>
      list.some((one) => boundNames(ts, one.name, name).some((bound) => bound.name === name.text));
    return (
      ts.findAncestor(name, (node) => {
        if (ts.isFunctionLike(node)) return declares(node.parameters);
        if (!ts.isBlock(node)) return false;
        return node.statements.some((one) => ts.isVariableStatement(one) && declares(one.declarationList.declarations));
      }) !== undefined
    );
  }

  /** The expression without parentheses and casts. */
  #plain(node: ts.Expression): ts.Expression {
    const ts = this.#ts;
    const isWrapper =
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isTypeAssertionExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node);
    return isWrapper ? this.#plain(node.expression) : node;
  }
}

const CHANGING_METHODS: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);
const CHANGING_FUNCTIONS: ReadonlySet<string> = new Set(
  'assign defineProperty defineProperties setPrototypeOf set deleteProperty'.split(' '),
);
