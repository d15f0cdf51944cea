import type { DeclaredTest } from './interface/declared-test.ts';
import { isRewritten, type LocatedTest, type TestMatches } from './match-tests.ts';

/** Whether fewer assertions are executed, including those of the tests that parts of it became. */
export function checksLess(before: DeclaredTest, after: DeclaredTest, parts: readonly DeclaredTest[]): boolean {
  const { cases } = before;
  // A loop over a table that the text does not show can execute them any number of times.
  if (cases !== undefined && after.cases === undefined) return false;
  const tests = [after, ...parts];
  const assertions = sum(tests.map((test) => test.assertions));
  if (cases === undefined) return assertions < before.assertions;
  const hasFewerCases = (after.cases ?? 1) < cases;
  if (!hasFewerCases && assertions >= before.assertions) return false;
  return assertions === 0 ? before.assertions > 0 || hasFewerCases : sum(tests.map(executed)) < executed(before);
}

/** The number of assertions that a test executes, with at least one for each case. */
function executed({ assertions, cases = 1 }: DeclaredTest): number {
  return Math.max(1, assertions) * cases;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The missing tests whose checks another test executes: the test of a subtest, or one with more cases than before. */
export function findAbsorbed(matches: TestMatches, after: readonly LocatedTest[]): ReadonlySet<LocatedTest> {
  const originals = new Map(
    [...matches].flatMap(([test, match]) => (match === undefined ? [] : [[match, test] as const])),
  );
  /** What each table executes in addition to its original. */
  const added = new Map<LocatedTest, number>();
  for (const test of after) {
    const original = originals.get(test);
    const { cases } = test;
    if (cases !== undefined && cases > (original?.cases ?? 1)) {
      added.set(test, executed(test) - (original === undefined ? 0 : executed(original)));
    }
  }
  const absorbed = new Set<LocatedTest>();
  for (const [test, match] of matches) {
    if (match !== undefined) continue;
    const needed = executed(test);
    const table = [...added].find(([candidate, count]) => count >= needed && isRewritten(test, candidate));
    if (table !== undefined) added.set(table[0], table[1] - needed);
    if (table !== undefined || isInKeptTest(test, matches)) absorbed.add(test);
  }
  return absorbed;
}

/** Whether a missing test is a subtest of a test that executes as many assertions as before. */
function isInKeptTest(test: LocatedTest, matches: TestMatches): boolean {
  const parents = [...matches].filter(([parent]) => parent.file === test.file && isSubtest(test, parent));
  return parents.some(([parent, match]) => match !== undefined && executed(match) >= executed(parent));
}

function isSubtest({ suites }: DeclaredTest, parent: DeclaredTest): boolean {
  const path = [...parent.suites, parent.title];
  return path.length <= suites.length && path.every((name, index) => suites[index] === name);
}
