import assert from 'node:assert/strict';
import { findingsOf, isStalled } from '../../../src/run/attempt/failure-findings.ts';
import type { AttemptVerdict } from '../../../src/run/attempt/retry-context.ts';
import { command, failed, verdict } from './support/verdicts.ts';

const output = (text: string, more: Partial<Parameters<typeof command>[0]> = {}): AttemptVerdict =>
  verdict({ assertResults: [], commands: [command({ output: text, ...more })] });

/** A failure of a runner with some of three tests. */
const RUNNERS: Readonly<Record<string, (names: readonly string[]) => string>> = {
  tap: (names) =>
    `1..9\n${names.map((name, at) => `not ok ${at + 1} - ${name}\n  ---\n  duration_ms: ${Math.random()}\n`).join('')}# fail ${names.length}\n`,
  'node spec': (names) => names.map((name) => `✖ ${name} (${Math.random()}ms)\n`).join('') + `ℹ fail ${names.length}\n`,
  vitest: (names) =>
    names.map((name) => ` FAIL  test/a.test.ts > ${name}\n`).join('') + ` Tests  ${names.length} failed\n`,
  jest: (names) => names.map((name) => `  ● suite › ${name}\n\n    expect(received).toBe(${Math.random()})\n`).join(''),
  mocha: (names) =>
    `  ${names.length} failing\n\n${names.map((name) => `  1) ${name}:\n     AssertionError: at a.ts:${Math.floor(Math.random() * 99)}\n`).join('')}`,
  pytest: (names) =>
    names.map((name) => `FAILED tests/test_a.py::${name} - assert 1 == ${Math.random()}\n`).join('') +
    `${names.length} failed in ${Math.random()}s\n`,
  go: (names) =>
    names
      .map(
        (name) =>
          `--- FAIL: ${name} (${Math.random().toFixed(2)}s)\n    a_test.go:${Math.floor(Math.random() * 99)}: wrong\n`,
      )
      .join('') + 'FAIL\n',
  cargo: (names) => names.map((name) => `test ${name} ... FAILED\n`).join(''),
  unittest: (names) =>
    names.map((name) => `FAIL: ${name} (tests.A)\nTraceback\n`).join('') + `FAILED (failures=${names.length})\n`,
  tsc: (names) =>
    names
      .map((name) => `src/a.ts(${Math.floor(Math.random() * 99)},5): error TS2304: Cannot find name '${name}'.\n`)
      .join(''),
  eslint: (names) =>
    `/src/a.ts\n${names.map((name) => `  ${Math.floor(Math.random() * 99)}:5  error  '${name}' is unused  no-unused-vars\n`).join('')}`,
  mypy: (names) =>
    names.map((name) => `src/a.py:${Math.floor(Math.random() * 99)}: error: Name "${name}" is not defined\n`).join(''),
  rustc: (names) =>
    names
      .map(
        (name) => `error[E0425]: cannot find value \`${name}\`\n  --> src/a.rs:${Math.floor(Math.random() * 99)}:5\n`,
      )
      .join(''),
};

const stalls = (...series: readonly AttemptVerdict[]): boolean => isStalled(series.map(findingsOf));

describe('The findings of failed attempts', () => {
  it('[PROOF-7] [PIPE-6] are the tests and diagnostics of the usual tools, without positions and times', () => {
    for (const [runner, print] of Object.entries(RUNNERS)) {
      const fail = (...names: readonly string[]): AttemptVerdict => output(print(names));
      assert.equal(findingsOf(fail('a', 'b', 'c')).size, 3, runner);
      assert.ok(stalls(fail('a', 'b'), fail('b', 'a'), fail('a', 'b')), `${runner}: unchanged`);
      assert.ok(stalls(fail('a'), fail('a', 'b'), fail('a', 'b', 'c')), `${runner}: grew`);
      assert.ok(!stalls(fail('a', 'b', 'c'), fail('a', 'b'), fail('a')), `${runner}: fewer and fewer`);
      assert.ok(!stalls(fail('a'), fail('b'), fail('c')), `${runner}: others`);
      assert.ok(!stalls(fail('a'), fail('a')), `${runner}: twice only`);
    }
  });

  it('[PROOF-7] are the requirements, the problems and the output of a command that nothing is recognized in', () => {
    const problem = (message: string): AttemptVerdict =>
      verdict({ assertResults: [], problems: [{ stage: 'domains', message }] });
    const wrong = (...actuals: readonly string[]): AttemptVerdict =>
      verdict({ assertResults: actuals.map((actual) => failed({ actual })) });
    for (const [what, expected, ...series] of [
      ['faults of a service', false, problem('one'), problem('two'), problem('three')],
      ['the same fault', true, problem('after 3 s'), problem('after 5 s'), problem('after 7 s')],
      ['requirements', true, wrong('x'), wrong('x', 'y'), wrong('y', 'x')],
      ['fewer requirements', false, wrong('x', 'y', 'z'), wrong('x', 'y'), wrong('x')],
      ['another value', false, wrong('x'), wrong('y'), wrong('z')],
      ['an unknown output', true, output('bad'), output('bad'), output('bad')],
      ['another unknown output', false, output('3 bad'), output('2 bad'), output('1 bad')],
      [
        'another exit code',
        false,
        output('', { exitCode: 1 }),
        output('', { exitCode: 2 }),
        output('', { exitCode: 3 }),
      ],
      ['another command', false, output('no'), output('no', { command: 'npm run lint' }), output('no')],
    ] as const) {
      assert.equal(stalls(...series), expected, what);
    }
    assert.ok(!isStalled([new Set(['a']), undefined, new Set(['a'])]), 'unknown findings are no stall');
  });
});
