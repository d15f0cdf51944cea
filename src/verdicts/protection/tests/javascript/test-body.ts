import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import { listConstants, readCondition } from './constant-condition.ts';
import type { FileLiterals } from './file-literals.ts';
import type { LibraryNames, SkipReason } from '../interface/declared-test.ts';
import { combineSkips } from '../interface/skip-reasons.ts';
import { listBoundNames } from './library-names.ts';
import { endsProcess } from './process-end.ts';
import { combineExecutions, type BranchExecution } from '../syntax/condition-value.ts';
import { listExecuted } from './reachable-statements.ts';
import { readCallee } from './runner-names.ts';
import type { Callee } from './runner-names.ts';

/** What the body of a test does. Only reachable statements count. */
export interface TestBody {
  /** The number of assertions that are not trivial, and whose failure is not ignored. */
  readonly assertions: number;
  /** The number of these assertions that a condition or a promise without an await can keep from failing the test. */
  readonly uncertainAssertions: number;
  /** The number of further assertions that no run reaches, or whose failure is ignored. */
  readonly ineffectiveAssertions: number;
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
  literals: FileLiterals,
): TestBody {
  const contexts = new Set(['this', 'test', ...test.parameters.flatMap(({ name }) => listBoundNames(ts, name))]);
  const tokens = test.body === undefined ? [] : listTokens(ts, test.body);
  const calls = new Set<string>();
  const count = { assertions: 0, uncertainAssertions: 0, ineffectiveAssertions: 0, actions: 0 };
  let skip: SkipReason | undefined;
  let ends = false;
  const addAssertion = (call: ts.Node, isIgnored: boolean, execution: BranchExecution): void => {
    if (isIgnored || execution === 'never' || !isCompleteAssertion(ts, call, names)) count.ineffectiveAssertions++;
    else {
      count.assertions++;
      if (execution === 'sometimes' || isDetached(ts, call)) count.uncertainAssertions++;
    }
  };
  const visitCall = (
    call: ts.CallExpression | ts.NewExpression,
    isIgnored: boolean,
    execution: BranchExecution,
  ): void => {
    const callee = readCallee(ts, call.expression);
    const values = call.arguments ?? [];
    const skipCall = findSkipCall(callee, contexts);
    const found = skipCall === undefined || execution === 'never' ? undefined : findSkip(ts, call, test, skipCall);
    if (found !== undefined) skip = combineSkips(skip, found);
    else if (isAssertion(callee, contexts, names)) {
      // A helper such as `assertSum(1, 2, 3)` calls the code under test.
      const isHelper = callee.root !== undefined && !names.library.has(callee.root) && !contexts.has(callee.root);
      if (isHelper || !isTrivial(ts, callee, values)) addAssertion(call, isIgnored, execution);
    } else if (execution === 'never') return;
    else if (endsProcess(ts, call)) ends = true;
    else if (callee.root !== 'console' && !isMatcherOfTrivial(ts, call, names)) {
      count.actions++;
      calls.add([callee.root ?? '', ...callee.members].join('.'));
    }
  };
  const isWaiting = test.parameters.length > 0;
  const visit = (node: ts.Node, isIgnored: boolean, outer: BranchExecution): void => {
    const isNever =
      isUnusedFunction(ts, node, tokens) || isUncalledArgument(ts, node, names) || isUnusedMember(ts, node, tokens);
    const isLate = !isWaiting && isCalledLater(ts, node, test);
    const execution = isNever ? 'never' : isLate ? combineExecutions(outer, 'sometimes') : outer;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node, isIgnored, execution);
    const ignored = findIgnoredChild(ts, node);
    for (const [child, own] of listExecuted(ts, node, literals)) {
      visit(child, isIgnored || child === ignored, combineExecutions(execution, own));
    }
  };
  // Runners do not iterate what a generator returns.
  const isGenerator = ts.isFunctionLike(test) && 'asteriskToken' in test && test.asteriskToken !== undefined;
  if (test.body !== undefined) visit(test.body, false, isGenerator ? 'never' : 'always');
  return { ...count, calls, skip, endsProcess: ends, tokens };
}

/** How a call skips a test; `undefined` if it is in a function that may not be called. */
function findSkip(ts: TypeScript, call: ts.Node, test: ts.Node, name: string): SkipReason | undefined {
  let condition: BranchExecution = 'always';
  let whereJudged = true;
  let child = call;
  for (let node = call.parent; node !== test; child = node, node = node.parent) {
    if (ts.isSourceFile(node)) break;
    if (ts.isFunctionLike(node)) return undefined;
    if (ts.isIfStatement(node) && child !== node.expression) {
      const value = readCondition(ts, node.expression);
      if (value?.because === 'constant') continue;
      condition = 'sometimes';
      whereJudged &&= value?.because === 'judged' && value.holds === (child === node.thenStatement);
    } else if (ts.isBinaryExpression(node) && child === node.right) {
      const value = readCondition(ts, node.left);
      condition = 'sometimes';
      const needed = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
      whereJudged &&= value?.because === 'judged' && value.holds === needed;
    } else if (ts.isConditionalExpression(node) || ts.isCaseClause(node) || ts.isCatchClause(node)) {
      condition = 'sometimes';
      whereJudged = false;
    }
  }
  // `test.skip(condition, 'reason')` of playwright.
  return condition === 'always' ? { kind: 'call', name } : { kind: 'conditional', whereJudged };
}

/** The part of a node whose failures are ignored: of `try` before an empty `catch`, of a promise before `.catch(() => {})`. */
function findIgnoredChild(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  if (ts.isTryStatement(node)) {
    const isIgnoring = node.catchClause !== undefined && ignoresErrors(ts, node.catchClause.block);
    return isIgnoring || leavesFinally(ts, node) ? node.tryBlock : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name } = node.expression;
  const handler = name.text === 'catch' ? node.arguments[0] : name.text === 'then' ? node.arguments[1] : undefined;
  const isFunction = handler !== undefined && (ts.isArrowFunction(handler) || ts.isFunctionExpression(handler));
  return isFunction && ignoresErrors(ts, handler.body) ? node.expression : undefined;
}

/** `finally { return; }` replaces the failure. */
function leavesFinally(ts: TypeScript, { finallyBlock }: ts.TryStatement): boolean {
  return (
    finallyBlock?.statements.some(
      (statement) => ts.isReturnStatement(statement) || ts.isBreakOrContinueStatement(statement),
    ) === true
  );
}

/** The words that chain parts of an assertion, and check nothing. */
const CHAIN =
  /^(?:not|resolves|rejects|to|be|been|is|that|which|and|has|have|with|at|of|same|but|does|still|also|deep|nested|own|ordered|any|all|soft|poll|eventually)$/;
/** The matchers of jest are functions. */
const MATCHER = /^to[A-Z]/;

/** Whether `expect(…)` has a matcher that is called: neither `expect(a)` nor `expect(f).toThrow`. */
function isCompleteAssertion(ts: TypeScript, call: ts.Node, names: LibraryNames): boolean {
  if (!ts.isCallExpression(call) || readCallee(ts, call.expression).root !== 'expect' || !names.library.has('expect'))
    return true;
  const { members } = readCallee(ts, call.expression);
  if (members.length > 0 && !/^(?:soft|poll)$/.test(members[0] ?? '')) return true;
  let node: ts.Node = call;
  let last = '';
  while (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) {
    node = node.parent;
    last = ts.isPropertyAccessExpression(node) ? node.name.text : '';
  }
  if (ts.isCallExpression(node.parent) && node.parent.expression === node) return last !== '';
  const isUsed = !ts.isExpressionStatement(node.parent) && !isStatementLike(ts, node.parent);
  if (last === '') return isUsed;
  return !MATCHER.test(last) && !CHAIN.test(last);
}

function isStatementLike(ts: TypeScript, node: ts.Node): boolean {
  return (
    (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken) ||
    ts.isAwaitExpression(node) ||
    ts.isVoidExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isReturnStatement(node)
  );
}

/** Whether a node is a function that only an assertion without a matcher gets: `expect(() => f())`. */
function isUncalledArgument(ts: TypeScript, node: ts.Node, names: LibraryNames): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const { parent } = node;
  return ts.isCallExpression(parent) && parent.expression !== node && !isCompleteAssertion(ts, parent, names);
}

const LATER = /^(?:setTimeout|setImmediate|setInterval|queueMicrotask|nextTick)$/;

/** Whether a node is a function that is called after the test has ended: of a timer, or of a promise without an await. */
function isCalledLater(ts: TypeScript, node: ts.Node, test: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const { parent: call } = node;
  if (!ts.isCallExpression(call) || call.expression === node) return false;
  const { root, members } = readCallee(ts, call.expression);
  const name = members.at(-1) ?? root ?? '';
  if (!LATER.test(name) && !/^(?:then|catch|finally)$/.test(name)) return false;
  let outer: ts.Node = call;
  while (
    ts.isPropertyAccessExpression(outer.parent) ||
    (ts.isCallExpression(outer.parent) && outer.parent.expression === outer)
  ) {
    outer = outer.parent;
  }
  const statement = outer.parent;
  if (!ts.isExpressionStatement(statement) && !ts.isVoidExpression(statement)) return false;
  let scope: ts.Node = statement;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  return scope === test;
}

/** Whether an assertion on a promise is a statement without an await: `expect(promise).resolves.toBe(3);`. */
function isDetached(ts: TypeScript, call: ts.Node): boolean {
  let node: ts.Node = call;
  let isPromise = false;
  while (
    ts.isPropertyAccessExpression(node.parent) ||
    (ts.isCallExpression(node.parent) && node.parent.expression === node)
  ) {
    node = node.parent;
    if (ts.isPropertyAccessExpression(node))
      isPromise ||= /^(?:resolves|rejects|rejectedWith|eventually)$/.test(node.name.text);
  }
  if (ts.isCallExpression(call))
    isPromise ||= /^(?:rejects|doesNotReject|throwsAsync)$/.test(readCallee(ts, call.expression).members.at(-1) ?? '');
  return isPromise && (ts.isExpressionStatement(node.parent) || ts.isVoidExpression(node.parent));
}

/** The call that skips the running test: `this.skip()`, `t.skip()`, `test.fixme()`, `pending()`. */
export function findSkipCall({ root, members }: Callee, contexts: ReadonlySet<string>): string | undefined {
  if (root === 'pending' && members.length === 0) return root;
  if (root === undefined || !contexts.has(root) || members.length !== 1) return undefined;
  const [member = ''] = members;
  return SKIP_NAMES.has(member) ? `${root}.${member}` : undefined;
}

/** Whether a node is a function with a name that no other place of the body contains. */
function isUnusedFunction(ts: TypeScript, node: ts.Node, tokens: readonly string[]): boolean {
  if (!ts.isFunctionDeclaration(node) && !ts.isFunctionExpression(node) && !ts.isArrowFunction(node)) return false;
  const { name } = ts.isVariableDeclaration(node.parent) ? node.parent : node;
  // `void function () { … }`, and a function as a statement.
  if (!ts.isFunctionDeclaration(node) && (ts.isVoidExpression(node.parent) || ts.isExpressionStatement(node.parent)))
    return true;
  if (name === undefined || !ts.isIdentifier(name) || ts.isCallExpression(node.parent)) return false;
  return tokens.filter((token) => token === name.text).length === 1;
}

/** Whether a node is a method of a class or an object with a name that no other place of the body contains. */
function isUnusedMember(ts: TypeScript, node: ts.Node, tokens: readonly string[]): boolean {
  if (!ts.isMethodDeclaration(node) && !ts.isPropertyAssignment(node)) return false;
  if (ts.isPropertyAssignment(node) && !ts.isFunctionLike(node.initializer)) return false;
  const owner = ts.isClassDeclaration(node.parent) ? node.parent : node.parent.parent;
  if (!ts.isClassDeclaration(owner) && !ts.isVariableDeclaration(owner)) return false;
  if (ts.isVariableDeclaration(owner) && owner.initializer !== node.parent) return false;
  const { name } = owner;
  return name !== undefined && ts.isIdentifier(name) && tokens.filter((token) => token === name.text).length === 1;
}

/** Whether the handler of an error neither throws nor calls anything but the console. */
function ignoresErrors(ts: TypeScript, handler: ts.Node): boolean {
  let ignores = true;
  const visit = (node: ts.Node): void => {
    if (ts.isThrowStatement(node)) ignores = false;
    if (ts.isCallExpression(node) && readCallee(ts, node.expression).root !== 'console') ignores = false;
    // The error can be examined after the `catch`.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) ignores = false;
    if (ignores) ts.forEachChild(node, visit);
  };
  visit(handler);
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
  // A constant of the test with a literal as its value.
  const value = ts.isIdentifier(node) ? listConstants(ts, node.getSourceFile()).get(node.text) : undefined;
  if (value !== undefined && ts.isLiteralExpression(value)) return true;
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
