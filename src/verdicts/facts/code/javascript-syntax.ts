import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { GUARD_CALL, isLogCall, type Place } from './observer.ts';

/** A type that accepts everything, alone or in a list or a promise. */
const ANY = /^(?:any|(?:Promise|Array|ReadonlyArray)<any>)(?:\[\])*$/;
/** Functions of assertion libraries whose second argument is expected. */
export const ASSERTION =
  /^(?:assert\b|assert[A-Z]\w*$|chai\.assert\b|t\.(?:assert\.)?(?:is|not|deepEqual|notDeepEqual|equal|notEqual|strictEqual|same|strictSame|match|like|has|throws|rejects|doesNotThrow|ok|notOk|truthy|falsy|true|false|snapshot)$)/;

/** What the syntax of one file of JavaScript or TypeScript says about a statement or a call. */
export class JavaScriptSyntax {
  readonly ts: TypeScript;
  readonly file: ts.SourceFile;

  constructor(typescript: TypeScript, file: ts.SourceFile) {
    this.ts = typescript;
    this.file = file;
  }

  text(node: ts.Node): string {
    return node.getText(this.file);
  }

  placeOf(node: ts.Node, { scope }: Place): { readonly scope: string; readonly line: number } {
    const { line } = this.file.getLineAndCharacterOfPosition(node.getStart(this.file));
    return { scope, line: line + 1 };
  }

  /** What the body of a handler does with an error. */
  handlingOf(body: ts.Node, name: string | undefined): { readonly logs: boolean; readonly passesOn: boolean } {
    const ts = this.ts;
    let logs = false;
    let passesOn = false;
    const visit = (node: ts.Node, inLog: boolean): void => {
      const isLog = ts.isCallExpression(node) && isLogCall(this.text(node.expression));
      if (isLog) logs = true;
      if (ts.isThrowStatement(node)) passesOn = true;
      if (ts.isIdentifier(node) && node.text === name && !inLog) passesOn = true;
      ts.forEachChild(node, (child) => {
        visit(child, inLog || isLog);
      });
    };
    ts.forEachChild(body, (child) => {
      visit(child, false);
    });
    return { logs, passesOn };
  }

  resultOf(node: ts.Node): 'awaited' | 'dropped' | 'used' {
    const { isAwaitExpression, isReturnStatement, isArrowFunction, isParenthesizedExpression } = this.ts;
    let { parent } = node;
    while (isParenthesizedExpression(parent)) ({ parent } = parent);
    const isBody = isArrowFunction(parent) && parent.body === node;
    if (isArrowFunction(parent) && isBody && this.#isDroppedCallback(parent)) return 'dropped';
    const isReturned = isReturnStatement(parent) || isBody;
    if (isAwaitExpression(parent) || isReturned) return 'awaited';
    return this.ts.isExpressionStatement(parent) || this.ts.isVoidExpression(parent) || this.#isChecked(node, parent)
      ? 'dropped'
      : 'used';
  }

  /** Whether nothing receives what a callback returns: `list.forEach((one) => save(one))`. */
  #isDroppedCallback({ parent }: ts.ArrowFunction): boolean {
    if (!this.ts.isCallExpression(parent)) return false;
    const name = this.text(parent.expression);
    return name.endsWith('.forEach') || (name.endsWith('.map') && this.ts.isExpressionStatement(parent.parent));
  }

  /** Whether a node is what an assertion checks. `expect(…).resolves` waits for it. */
  #isChecked(node: ts.Node, parent: ts.Node): boolean {
    if (!this.ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
    const name = this.text(parent.expression);
    if (name !== 'expect') return ASSERTION.test(name) && !/reject|throws/i.test(name);
    const next = parent.parent;
    return this.ts.isPropertyAccessExpression(next) && !/^(?:resolves|rejects|eventually)$/.test(next.name.text);
  }

  /** The statement with which an `if` without `else` leaves the function or the loop. */
  exitOf(statement: ts.Statement): { readonly condition: ts.Expression; readonly leaves: ts.Statement } | undefined {
    const { isIfStatement, isBlock, isReturnStatement, isThrowStatement, isContinueStatement, isBreakStatement } =
      this.ts;
    if (!isIfStatement(statement) || statement.elseStatement !== undefined) return undefined;
    const { thenStatement, expression } = statement;
    const body = isBlock(thenStatement) ? thenStatement.statements : [thenStatement];
    const leaves = body.at(-1);
    if (leaves === undefined || body.length > 2) return undefined;
    const isExit =
      isReturnStatement(leaves) || isThrowStatement(leaves) || isContinueStatement(leaves) || isBreakStatement(leaves);
    return isExit ? { condition: expression, leaves } : undefined;
  }

  /** A statement that is a call such as `validate(order)`. */
  guardCallOf(statement: ts.Statement): ts.Expression | undefined {
    const { isExpressionStatement, isAwaitExpression, isCallExpression } = this.ts;
    if (!isExpressionStatement(statement)) return undefined;
    const { expression } = statement;
    const call = isAwaitExpression(expression) ? expression.expression : expression;
    return isCallExpression(call) && GUARD_CALL.test(this.text(call.expression)) ? call : undefined;
  }

  isMemberName(node: ts.Identifier): boolean {
    return this.ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  }

  /** A simple statement, or what is before the body of another one. Bodies of functions are left out. */
  headOf(node: ts.Statement): string {
    const ts = this.ts;
    if (ts.isIfStatement(node)) return `if (${this.text(node.expression)})`;
    if (ts.isIterationStatement(node, false)) {
      return this.file.text.slice(node.getStart(this.file), node.statement.getStart(this.file)).trim();
    }
    if (ts.isSwitchStatement(node)) return `switch (${this.text(node.expression)})`;
    if (ts.isTryStatement(node)) return 'try';
    let end = node.end;
    const findBody = (child: ts.Node): void => {
      if (child.pos >= end) return;
      if (ts.isBlock(child) || (ts.isClassLike(child) && child !== node))
        end = Math.min(end, child.getStart(this.file));
      else ts.forEachChild(child, findBody);
    };
    ts.forEachChild(node, findBody);
    if (ts.isClassDeclaration(node)) end = Math.min(end, node.members.pos);
    return this.file.text.slice(node.getStart(this.file), end).trim();
  }

  /** A statement without `!` and without types. `looseness` counts `!`, `any` and the like. */
  withoutLooseness(
    node: ts.Statement,
    head: string,
  ): { readonly text: string; readonly looseness: number; readonly casts: number } {
    const ts = this.ts;
    const start = node.getStart(this.file);
    const cuts: (readonly [from: number, to: number])[] = [];
    let looseness = 0;
    let casts = 0;
    const cut = (from: number, to: number, isLoose: boolean): void => {
      cuts.push([from, to]);
      if (isLoose) looseness++;
    };
    const visit = (child: ts.Node): void => {
      if (child.getStart(this.file) >= start + head.length) return;
      if (ts.isNonNullExpression(child)) cut(child.expression.end, child.end, true);
      else if (ts.isAsExpression(child)) {
        casts++;
        cut(child.expression.end, child.end, this.#isLooseType(child.type));
      } else if (ts.isTypeAssertionExpression(child) && this.#isLooseType(child.type)) {
        cut(child.getStart(this.file), child.expression.getStart(this.file), true);
      } else if (ts.isParameter(child) || ts.isVariableDeclaration(child) || ts.isFunctionLike(child)) {
        // The annotation with its colon.
        if (child.type !== undefined) cut(child.type.pos - 1, child.type.end, ANY.test(this.text(child.type)));
      }
      if (!ts.isTypeNode(child)) ts.forEachChild(child, visit);
    };
    visit(node);
    let text = '';
    let at = start;
    for (const [from, to] of cuts.sort(([one], [other]) => one - other)) {
      if (from < at || to > start + head.length) continue;
      text += this.file.text.slice(at, from);
      at = to;
    }
    text += this.file.text.slice(at, start + head.length);
    // Parentheses around what was asserted are left.
    return { text: text.replaceAll(/(?<![\w$\])])\(([\w$.]+)\)/g, '$1'), looseness, casts };
  }

  #isLooseType(type: ts.TypeNode): boolean {
    const text = this.text(type);
    return text === 'any' || text === 'never' || text === 'unknown';
  }

  /** `a > 3` as what is checked and what is expected; `undefined` for other expressions. */
  splitComparison(
    node: ts.Expression,
  ): { readonly subject: string; readonly matcher: string; readonly expected: readonly string[] } | undefined {
    if (!this.ts.isBinaryExpression(node)) return undefined;
    const matcher = this.text(node.operatorToken);
    if (!/^(?:[<>]=?|[!=]==?)$/.test(matcher)) return undefined;
    return { subject: this.text(node.left), matcher, expected: [this.text(node.right)] };
  }

  /** Whether a branch only throws. */
  throwsOnly(branch: ts.Statement): boolean {
    const body = this.ts.isBlock(branch) ? branch.statements : [branch];
    const [only] = body;
    return body.length === 1 && only !== undefined && this.ts.isThrowStatement(only);
  }

  /** `order && save(order)` as a statement. */
  conditionalCallOf(
    statement: ts.Statement,
  ): { readonly condition: ts.Expression; readonly then: ts.Expression } | undefined {
    if (!this.ts.isExpressionStatement(statement)) return undefined;
    const { expression } = statement;
    const isAnd = this.ts.isBinaryExpression(expression) && this.text(expression.operatorToken) === '&&';
    return isAnd ? { condition: expression.left, then: expression.right } : undefined;
  }
}
