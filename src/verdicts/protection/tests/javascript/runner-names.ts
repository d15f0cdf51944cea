/** The names with which the common runners declare tests: mocha, jest, vitest, node:test, playwright, ava, tap. */
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';

const TEST_NAMES: ReadonlySet<string> = new Set(['it', 'test', 'specify']);
const SUITE_NAMES: ReadonlySet<string> = new Set(['describe', 'context', 'suite']);
const HOOK_NAMES: ReadonlySet<string> = new Set(['before', 'beforeAll', 'beforeEach', 'setup', 'suiteSetup']);
/** The prefixes of jasmine and jest: `xit` skips a test, `fit` excludes all others. */
const PREFIXED_NAME = /^([xf])(it|test|specify|describe|context|suite)$/;
const SKIPPING: ReadonlySet<string> = new Set(['skip', 'todo', 'fixme', 'failing', 'fails', 'fail']);
const CONDITIONAL: ReadonlySet<string> = new Set(['skipIf', 'runIf']);
const NEUTRAL: ReadonlySet<string> = new Set([
  ...[
    'skipIf',
    'runIf',
    'each',
    'for',
    'concurrent',
    'sequential',
    'serial',
    'parallel',
    'shuffle',
    'slow',
    'extend',
    'configure',
  ],
]);

/** A reference to a function of a test runner, with its modifiers. */
export interface RunnerReference {
  readonly kind: 'test' | 'suite';
  /** The modifier that skips the tests, if any. */
  readonly skip: string | undefined;
  readonly only: boolean;
  /** Whether the function is defined in the file, without reference to a test runner. */
  readonly local: boolean;
  /** Whether only some environments use it, as in `const posixIt = isWindows ? it.skip : it`. */
  readonly conditional: boolean;
}

/** The members of a callee, and the values of its curried calls: `it.each(rows)` → `it`, `each` and `rows`. */
export interface Callee {
  /** `undefined` if the callee does not start with a name. */
  readonly root: string | undefined;
  readonly members: readonly string[];
  readonly tables: readonly ts.Node[];
  /** The arguments of `skipIf` and `runIf`. */
  readonly conditions: readonly RunCondition[];
}

/** A condition under which a runner runs a test, or does not run it. */
export interface RunCondition {
  readonly member: string;
  readonly value: ts.Expression | undefined;
}

export function readCallee(ts: TypeScript, expression: ts.Expression): Callee {
  const members: string[] = [];
  const tables: ts.Node[] = [];
  const conditions: RunCondition[] = [];
  let node: ts.Expression = expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(node)) {
      members.unshift(node.name.text);
      node = node.expression;
    } else if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
      members.unshift(node.argumentExpression.text);
      node = node.expression;
    } else if (ts.isCallExpression(node) && isTableMember(ts, node.expression)) {
      const { expression: callee, arguments: values } = node;
      const member = ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
      if (CONDITIONAL.has(member)) conditions.push({ member, value: values[0] });
      else if (member !== 'extend') tables.push(...values);
      node = callee;
    } else if (ts.isTaggedTemplateExpression(node)) {
      tables.push(node.template);
      node = node.tag;
    } else if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
      node = node.expression;
    } else {
      const root = ts.isIdentifier(node) ? node.text : node.kind === ts.SyntaxKind.ThisKeyword ? 'this' : undefined;
      return { root, members, tables, conditions };
    }
  }
}

/** Whether a call only selects cases or conditions, and returns the function that declares the test. */
function isTableMember(ts: TypeScript, callee: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(callee) && ['each', 'for', 'skipIf', 'runIf', 'extend'].includes(callee.name.text)
  );
}

/** The runner function that a callee refers to; `undefined` if it is none. `aliases` are the local names of such functions. */
export function findRunner(
  { root, members }: Pick<Callee, 'root' | 'members'>,
  aliases: ReadonlyMap<string, RunnerReference>,
): RunnerReference | undefined {
  return root === undefined ? undefined : applyMembers(aliases.get(root) ?? findRunnerName(root), members);
}

/** The runner function that the members of a reference lead to: `describe` and `skip` → `describe.skip`. */
export function applyMembers(
  start: RunnerReference | undefined,
  members: readonly string[],
): RunnerReference | undefined {
  let reference = start;
  for (const member of members) {
    const named = findRunnerName(member);
    if (named !== undefined) reference = { ...named, local: reference?.local ?? false };
    else if (reference === undefined) continue;
    else if (SKIPPING.has(member)) reference = { ...reference, skip: reference.skip ?? member };
    else if (member === 'only') reference = { ...reference, only: true };
    else if (!NEUTRAL.has(member)) return undefined;
  }
  return reference;
}

function findRunnerName(name: string): RunnerReference | undefined {
  const [, prefix, base = name] = PREFIXED_NAME.exec(name) ?? [];
  const kind = TEST_NAMES.has(base) ? 'test' : SUITE_NAMES.has(base) ? 'suite' : undefined;
  if (kind === undefined) return undefined;
  return {
    kind,
    skip: prefix === 'x' ? name : undefined,
    only: prefix === 'f',
    local: false,
    conditional: false,
  };
}

/** Whether a name is a modifier that skips a test, or excludes all others. */
export function isModifier(name: string): boolean {
  return name === 'skip' || name === 'todo' || name === 'only';
}

/** Whether a name is one that runners provide for tests or suites. */
export function isRunnerName(name: string): boolean {
  return findRunnerName(name) !== undefined;
}

/** Whether a callee is a hook that runs before tests. A skip in it skips them. */
export function isSetupHook({ root, members }: Callee): boolean {
  const name = members.at(-1) ?? root;
  return name !== undefined && HOOK_NAMES.has(name);
}
