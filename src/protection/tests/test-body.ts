import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/language/typescript-parser.ts';
import { readCallee } from './runner-names.ts';
import type { Callee } from './runner-names.ts';
import { reachableStatements } from './reachable-statements.ts';

/** What the body of a test does. Only reachable statements count. */
export interface TestBody {
  readonly assertions: number;
  /** The number of calls that are neither assertions on constants nor console output. */
  readonly actions: number;
  /** The name of the call that skips the test while it runs, such as `this.skip`. */
  readonly skipCall: string | undefined;
  readonly tokens: readonly string[];
}

const ASSERTION_NAME = /^(expect|assert|should)/i;
/** Members of `expect` that configure the test and assert nothing themselves. */
const NOT_ASSERTING: ReadonlySet<string> = new Set(['assertions', 'hasAssertions', 'extend', 'plan', 'configure']);
/** The assertions of runners that pass them to the test, as `t.is(a, b)`. */
const CONTEXT_ASSERTION =
  /^(is|not|deepEqual|notDeepEqual|equal|notEqual|strictEqual|same|notSame|ok|notOk|truthy|falsy|true|false|like|throws|throwsAsync|rejects|doesNotThrow|doesNotReject|match|regex|snapshot|pass|fail|assert)$/;
const SKIP_NAMES: ReadonlySet<string> = new Set(['skip', 'fixme', 'todo', 'pending']);

/** Measures the function of a test. */
export function readTestBody(ts: TypeScript, test: ts.SignatureDeclaration & { readonly body?: ts.Node }): TestBody {
  const contexts = new Set(['this', 'test', ...test.parameters.flatMap(({ name }) => listNames(ts, name))]);
  let assertions = 0;
  let actions = 0;
  let skipCall: string | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = readCallee(ts, node.expression);
      const arguments_ = node.arguments ?? [];
      const skip = findSkipCall(callee, contexts);
      if (skip !== undefined && isUnconditional(ts, node, test)) skipCall ??= skip;
      else if (isAssertion(callee, contexts)) {
        if (!isTrivial(ts, callee, arguments_)) assertions++;
      } else if (callee.root !== 'console' && !isMatcherOfTrivial(ts, node)) actions++;
    }
    visitReachable(ts, node, visit);
  };
  if (test.body !== undefined) visit(test.body);
  return { assertions, actions, skipCall, tokens: test.body === undefined ? [] : listTokens(ts, test.body) };
}

/** Visits the children of a node that can be executed. */
export function visitReachable(ts: TypeScript, node: ts.Node, visit: (child: ts.Node) => void): void {
  if (ts.isBlock(node)) reachableStatements(ts, node.statements).forEach(visit);
  else if (ts.isIfStatement(node) && node.expression.kind === ts.SyntaxKind.FalseKeyword) {
    if (node.elseStatement !== undefined) visit(node.elseStatement);
  } else ts.forEachChild(node, visit);
}

/** The call that skips the running test: `this.skip()`, `t.skip()`, `test.fixme()`, `pending()`. */
export function findSkipCall({ root, members }: Callee, contexts: ReadonlySet<string>): string | undefined {
  if (root === 'pending' && members.length === 0) return root;
  if (root === undefined || !contexts.has(root) || members.length !== 1) return undefined;
  const [member = ''] = members;
  return SKIP_NAMES.has(member) ? `${root}.${member}` : undefined;
}

/** Whether a call does not belong to a nested function, which may never be called. */
function isUnconditional(ts: TypeScript, call: ts.Node, test: ts.Node): boolean {
  for (let node = call.parent; node !== test; node = node.parent) {
    if (ts.isSourceFile(node)) return true;
    if (ts.isFunctionLike(node)) return false;
  }
  return true;
}

function isAssertion({ root, members }: Callee, contexts: ReadonlySet<string>): boolean {
  const names = root === undefined ? members : [root, ...members];
  if (names.some((name) => NOT_ASSERTING.has(name))) return false;
  if (names.some((name) => ASSERTION_NAME.test(name))) return true;
  return root !== undefined && root !== 'this' && contexts.has(root) && CONTEXT_ASSERTION.test(members.at(-1) ?? '');
}

/** Whether an assertion compares only constants, such as `expect(true)` or `assert.equal(1, 1)`. */
function isTrivial(ts: TypeScript, { members }: Callee, values: readonly ts.Expression[]): boolean {
  return !members.includes('fail') && values.length > 0 && values.every((value) => isConstant(ts, value));
}

/** `expect(true).toBe(true)`: the matcher of an assertion on constants. */
function isMatcherOfTrivial(ts: TypeScript, node: ts.CallExpression | ts.NewExpression): boolean {
  let target: ts.Expression = node.expression;
  while (ts.isPropertyAccessExpression(target)) target = target.expression;
  if (!ts.isCallExpression(target)) return false;
  const callee = readCallee(ts, target.expression);
  return isAssertion(callee, new Set());
}

function isConstant(ts: TypeScript, node: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(node)) return isConstant(ts, node.operand);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every((element) => isConstant(ts, element));
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0;
  return (
    ts.isLiteralExpression(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(node) && node.text === 'undefined')
  );
}

function listNames(ts: TypeScript, name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? listNames(ts, element.name) : []));
}

/** The tokens of a node, without white space and comments. */
export function listTokens(ts: TypeScript, node: ts.Node): readonly string[] {
  const tokens: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isJSDoc(child)) return;
    const children = child.getChildren();
    if (children.length > 0) children.forEach(visit);
    else if (child.getWidth() > 0) tokens.push(child.getText());
  };
  visit(node);
  return tokens;
}
