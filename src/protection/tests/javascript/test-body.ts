import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { readConstantCondition } from './constant-condition.ts';
import type { LibraryNames, SkipReason } from '../interface/declared-test.ts';
import { listBoundNames } from './library-names.ts';
import { endsProcess } from './process-end.ts';
import { visitReachable } from './reachable-statements.ts';
import { readCallee } from './runner-names.ts';
import type { Callee } from './runner-names.ts';

/** What the body of a test does. Only reachable statements count. */
export interface TestBody {
  /** The number of assertions that are not trivial, and whose failure is not ignored. */
  readonly assertions: number;
  /** The number of calls that are neither assertions on constants nor console output. */
  readonly actions: number;
  /** These calls without the assertions, by name. */
  readonly calls: ReadonlySet<string>;
  /** How the test skips itself while it runs, such as `this.skip()`. */
  readonly skip: SkipReason | undefined;
  /** Whether the test ends the process. */
  readonly endsProcess: boolean;
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
export function readTestBody(
  ts: TypeScript,
  test: ts.SignatureDeclaration & { readonly body?: ts.Node },
  names: LibraryNames,
): TestBody {
  const contexts = new Set(['this', 'test', ...test.parameters.flatMap(({ name }) => listBoundNames(ts, name))]);
  const tokens = test.body === undefined ? [] : listTokens(ts, test.body);
  const calls = new Set<string>();
  let assertions = 0;
  let actions = 0;
  let skip: SkipReason | undefined;
  let ends = false;
  const visitCall = (call: ts.CallExpression | ts.NewExpression, isIgnored: boolean): void => {
    const callee = readCallee(ts, call.expression);
    const values = call.arguments ?? [];
    const skipCall = findSkipCall(callee, contexts);
    const execution = skipCall === undefined ? 'unknown' : executionOf(ts, call, test);
    if (skipCall !== undefined && execution !== 'unknown') {
      const found: SkipReason = execution === 'always' ? { kind: 'call', name: skipCall } : { kind: 'conditional' };
      if (skip === undefined || found.kind === 'call') skip = found;
    } else if (endsProcess(ts, call)) ends = true;
    else if (isAssertion(callee, contexts, names)) {
      // A helper such as `assertSum(1, 2, 3)` calls the code under test.
      const isHelper = callee.root !== undefined && !names.library.has(callee.root) && !contexts.has(callee.root);
      if (!isIgnored && (isHelper || !isTrivial(ts, callee, values))) assertions++;
    } else if (callee.root !== 'console' && !isMatcherOfTrivial(ts, call, names)) {
      actions++;
      calls.add([callee.root ?? '', ...callee.members].join('.'));
    }
  };
  const visit = (node: ts.Node, isIgnored: boolean): void => {
    if (isUnusedFunction(ts, node, tokens)) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node, isIgnored);
    const ignoring = ts.isTryStatement(node) && node.catchClause !== undefined && ignoresErrors(ts, node.catchClause);
    visitReachable(ts, node, (child) => {
      visit(child, isIgnored || (ignoring && ts.isTryStatement(node) && child === node.tryBlock));
    });
  };
  if (test.body !== undefined) visit(test.body, false);
  return { assertions, actions, calls, skip, endsProcess: ends, tokens };
}

/** The call that skips the running test: `this.skip()`, `t.skip()`, `test.fixme()`, `pending()`. */
export function findSkipCall({ root, members }: Callee, contexts: ReadonlySet<string>): string | undefined {
  if (root === 'pending' && members.length === 0) return root;
  if (root === undefined || !contexts.has(root) || members.length !== 1) return undefined;
  const [member = ''] = members;
  return SKIP_NAMES.has(member) ? `${root}.${member}` : undefined;
}

/** Whether each run of a test executes a call. A nested function may never be called. */
function executionOf(ts: TypeScript, call: ts.Node, test: ts.Node): 'always' | 'sometimes' | 'unknown' {
  let isConditional = false;
  let child = call;
  for (let node = call.parent; node !== test; child = node, node = node.parent) {
    if (ts.isSourceFile(node)) break;
    if (ts.isFunctionLike(node)) return 'unknown';
    if (ts.isIfStatement(node)) {
      isConditional ||= child !== node.expression && readConstantCondition(ts, node.expression) === undefined;
    } else isConditional ||= ts.isConditionalExpression(node) || ts.isCaseClause(node) || ts.isCatchClause(node);
    if (ts.isBinaryExpression(node)) isConditional ||= child === node.right;
  }
  return isConditional ? 'sometimes' : 'always';
}

/** Whether a node is a function with a name that no other place of the body contains. */
function isUnusedFunction(ts: TypeScript, node: ts.Node, tokens: readonly string[]): boolean {
  if (!ts.isFunctionDeclaration(node) && !ts.isFunctionExpression(node) && !ts.isArrowFunction(node)) return false;
  const { name } = ts.isVariableDeclaration(node.parent) ? node.parent : node;
  if (name === undefined || !ts.isIdentifier(name) || ts.isCallExpression(node.parent)) return false;
  return tokens.filter((token) => token === name.text).length === 1;
}

/** Whether a `catch` neither throws nor calls anything but the console. */
function ignoresErrors(ts: TypeScript, clause: ts.CatchClause): boolean {
  let ignores = true;
  const visit = (node: ts.Node): void => {
    if (ts.isThrowStatement(node)) ignores = false;
    if (ts.isCallExpression(node) && readCallee(ts, node.expression).root !== 'console') ignores = false;
    // The error can be examined after the `catch`.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) ignores = false;
    if (ignores) ts.forEachChild(node, visit);
  };
  visit(clause.block);
  return ignores;
}

/** Whether a call asserts, by its name. A function of the file that uses no library does not. */
function isAssertion({ root, members }: Callee, contexts: ReadonlySet<string>, names: LibraryNames): boolean {
  if (root !== undefined && names.defined.has(root) && !contexts.has(root)) return false;
  const path = root === undefined ? members : [root, ...members];
  if (path.some((name) => NOT_ASSERTING.has(name))) return false;
  if (path.some((name) => ASSERTION_NAME.test(name))) return true;
  return root !== undefined && root !== 'this' && contexts.has(root) && CONTEXT_ASSERTION.test(members.at(-1) ?? '');
}

/** Whether an assertion compares only constants, such as `expect(true)` or `assert.equal(1, 1)`. */
function isTrivial(ts: TypeScript, { members }: Callee, values: readonly ts.Expression[]): boolean {
  return !members.includes('fail') && values.length > 0 && values.every((value) => isConstant(ts, value));
}

/** `expect(true).toBe(true)`: the matcher of an assertion on constants. */
function isMatcherOfTrivial(ts: TypeScript, node: ts.CallExpression | ts.NewExpression, names: LibraryNames): boolean {
  let target: ts.Expression = node.expression;
  while (ts.isPropertyAccessExpression(target)) target = target.expression;
  if (!ts.isCallExpression(target)) return false;
  return isAssertion(readCallee(ts, target.expression), new Set(), names);
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

/** Assertions that accept any value, or any that is not empty. */
const WEAK_ASSERTIONS: ReadonlySet<string> = new Set(['toBeDefined', 'toBeTruthy', 'toExist', 'truthy', 'ok']);

/** The number of weak assertions in the tokens of a test. */
export function countWeakAssertions(tokens: readonly string[]): number {
  return tokens.filter(
    (token, index) => WEAK_ASSERTIONS.has(token) && tokens[index - 1] === '.' && tokens[index + 1] === '(',
  ).length;
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
