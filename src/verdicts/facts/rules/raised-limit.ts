import { isCodePath } from '../code/read-code.ts';
import { pairReplaced, without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { NamedNumber } from '../interface/observed-code.ts';
import { sampleInTest, sampleOf } from '../interface/sample.ts';

/** Limits of tests that are wider than before: time, retries and tolerance. */
export const raisedLimit: FactRule = {
  id: 'raised-limit',
  message: 'A test has a wider limit',
  reason: 'Code that became slow, unreliable or inexact still passes.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleOf('a.test.ts', "it('a', () => { f(); }, 1000);", "it('a', () => { f(); }, 5000);"),
    sampleOf('a.test.ts', "it('a', () => { f(); });", "it('a', () => { f(); }, 20_000);"),
    sampleOf('a.test.ts', "it('a', { timeout: 1000 }, () => { f(); });", "it('a', { timeout: 2000 }, () => { f(); });"),
    sampleOf('a.test.ts', "it('a', () => { f(); });", "it('a', { retry: 3 }, () => { f(); });"),
    sampleOf('a.test.js', 'jest.setTimeout(5000);', 'jest.setTimeout(5 * 60 * 1000);'),
    sampleInTest('a.test.js', 'this.timeout(2000);', 'this.timeout(9000);'),
    sampleInTest('a.test.ts', 'expect(f()).toBeCloseTo(0.3, 5);', 'expect(f()).toBeCloseTo(0.3, 2);'),
    sampleInTest('a.test.js', 'f();', 'jest.retryTimes(3);\nf();'),
    sampleOf('a.test.ts', 'f();', 'test.describe.configure({ retries: 2 });\nf();'),
    sampleInTest('a.test.ts', 'await sleep(10);', 'await sleep(1000);'),
    sampleInTest('a.test.ts', 'const tolerance = 0.001;', 'const tolerance = 0.1;'),
    sampleInTest('a.test.ts', 'await waitFor(done, { timeoutMs: 100 });', 'await waitFor(done, { timeoutMs: 900 });'),
    sampleInTest('test_a.py', 'assert f() == pytest.approx(3, abs=0.01)', 'assert f() == pytest.approx(3, abs=0.5)'),
    sampleOf(
      'vitest.config.ts',
      'export default { test: { testTimeout: 5000 } };',
      'export default { test: { testTimeout: 60000 } };',
    ),
    sampleInTest('test_a.py', 'wait(timeout=1)', 'wait(timeout=10)'),
    sampleInTest('test_a.py', 'time.sleep(0.1)', 'time.sleep(2)'),
    sampleInTest('test_a.py', 'self.assertAlmostEqual(f(), 3, 7)', 'self.assertAlmostEqual(f(), 3, 2)'),
    sampleOf(
      'test_a.py',
      '@pytest.mark.timeout(5)\ndef test_a():\n    assert f()\n',
      '@pytest.mark.timeout(50)\ndef test_a():\n    assert f()\n',
    ),
    sampleOf(
      'test_a.py',
      'def test_a():\n    assert f()\n',
      '@pytest.mark.flaky(reruns=3)\ndef test_a():\n    assert f()\n',
    ),
    sampleInTest('a_test.go', 'assert.InDelta(t, 3.0, F(), 0.01)', 'assert.InDelta(t, 3.0, F(), 0.5)'),
    sampleInTest(
      'a_test.go',
      'ctx, cancel := context.WithTimeout(ctx, time.Second)',
      'ctx, cancel := context.WithTimeout(ctx, 30*time.Second)',
    ),
    sampleInTest('a_test.go', 'const maxRetries = 3', 'const maxRetries = 30'),
  ],
  nearMisses: [
    sampleOf('a.test.ts', "it('a', () => { f(); }, 5000);", "it('a', () => { f(); }, 1000);"),
    sampleOf('a.test.ts', "it('a', () => { f(); }, 5000);", "it('a', () => { f(); }, 5_000);"),
    sampleOf('a.test.ts', "it('a', () => { f(); });", "it('a', () => { f(); });\nit('b', () => { g(); }, 5000);"),
    sampleInTest('a.test.ts', 'expect(f()).toBeCloseTo(0.3, 2);', 'expect(f()).toBeCloseTo(0.3, 5);'),
    sampleInTest('a.test.ts', 'const price = 100;', 'const price = 900;'),
    sampleOf('src/a.ts', 'export const timeout = 100;', 'export const timeout = 900;'),
    sampleInTest('test_a.py', 'wait(timeout=10)', 'wait(timeout=1)'),
    sampleInTest('test_a.py', 'pay(amount=1)', 'pay(amount=10)'),
    sampleInTest('a_test.go', 'assert.InDelta(t, 3.0, F(), 0.5)', 'assert.InDelta(t, 3.0, F(), 0.01)'),
  ],
  find: ({ code }) => code.filter(isOfTests).flatMap(compare),
};

const LIMIT =
  /(?:timeout|deadline|retry|retries|reruns|attempts|tolerance|epsilon|delta|threshold|flaky|tol)(?:_?(?:ms|millis|seconds|secs|s|count))?$|^(?:abs|rel|atol|rtol|within|slow|patience)$|(?:^|\.)(?:sleep|delay|retryTimes)$/i;
/** A higher number is more exact. */
const PRECISION = /^(?:precision|places|decimal|decimals|digits)$/;
/** Limits that are wide from the moment that they exist. */
const ADDED = /(?:retry|retries|reruns|flaky|timeout|retryTimes)$/i;

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const keyOf = ({ scope, name }: NamedNumber): string => `${scope}\0${name}`;
  const [earlier, later] = [before.numbers.filter(isLimit), after.numbers.filter(isLimit)];
  const raised = pairReplaced(earlier, later, { keyOf, valueOf: ({ value }) => String(value) }).filter((pair) =>
    PRECISION.test(pair.after.name) ? pair.after.value < pair.before.value : pair.after.value > pair.before.value,
  );
  // The test exists before the change, and did not have the option.
  const added = without(later, earlier, keyOf).filter(
    ({ scope, name, isOption }) => isOption && ADDED.test(name) && before.scopes.has(scope),
  );
  return [
    ...raised.map((pair) => ({
      file: path,
      line: pair.after.line,
      before: show(pair.before),
      after: show(pair.after),
    })),
    ...added.map((one) => ({ file: path, line: one.line, after: show(one) })),
  ];
}

/** Tests, and the configuration of their runner. */
function isOfTests({ role, path }: CodeVersions): boolean {
  return (
    role === 'test' || /(?:^|\/)(?:vitest|jest|playwright|cypress|ava|wdio|karma)\.conf(?:ig)?\.[cm]?[jt]s$/.test(path)
  );
}

function isLimit({ name }: NamedNumber): boolean {
  return LIMIT.test(name) || PRECISION.test(name);
}

function show({ name, text }: NamedNumber): string {
  return `${name} ${text}`;
}
