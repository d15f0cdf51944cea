import assert from 'node:assert/strict';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../../src/contract/read/read-contract.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, passes } from '../checking.ts';

const FILES = {
  'src/check.ts': 'export function check() {\r\n  try {\r\n    run();\r\n  } catch (error) {}\r\n}\r\n',
  'src/log.ts': 'console.log(1);\n',
  'src/quiet.ts': '// nothing\n',
  'notes.txt': `${'a'.repeat(30_000)}!`,
};

const checkOf = (target: string, pattern: string, more: Partial<Check> = {}): Check => ({
  type: 'pattern_match',
  target,
  pattern,
  ...more,
});

describe('pattern_match', () => {
  it('[ENF-VAL-7] finds a pattern and its location', async () => {
    const result = await passes(FILES, checkOf('src/check.ts', 'try\\s*\\{[\\s\\S]*catch'));
    assert.equal(result.tier, 1);
    assert.equal(result.expected, 'src/check.ts matches /try\\s*\\{[\\s\\S]*catch/');
    assert.equal(result.actual, 'Found at src/check.ts:2:3: try { run(); } catch');
    assert.deepEqual(result.location, { file: 'src/check.ts', line: 2, column: 3, endLine: 4, endColumn: 10 });
  });

  it('[ENF-VAL-7] names the contents without a match', async () => {
    const result = await fails(FILES, checkOf('src/log.ts', 'try'), {
      expected: 'src/log.ts matches /try/',
      actual: 'No match in src/log.ts',
    });
    assert.deepEqual(result.location, { file: 'src/log.ts', line: 1, column: 1 });
  });

  it('[ENF-VAL-7] supports flags, and treats all line endings alike', async () => {
    assert.equal((await checkOne(FILES, checkOf('src/check.ts', 'EXPORT'))).passed, false);
    await passes(FILES, checkOf('src/check.ts', 'EXPORT', { flags: 'i' }));
    await passes(FILES, checkOf('src/check.ts', '^  try \\{$', { flags: 'm' }));
    await passes(FILES, checkOf('src/check.ts', 'try.+catch', { flags: 's' }));
    await passes(FILES, checkOf('src/check.ts', 'try \\{\\r\\n'));
    await failsWithError(FILES, checkOf('src/check.ts', 'a', { flags: 'y' }), /unsupported flag "y"/);
  });

  it('[ENF-VAL-7] with `not`, requires that nothing matches', async () => {
    await passes(FILES, checkOf('src/quiet.ts', 'console', { not: true }));
    await fails(FILES, checkOf('src/log.ts', 'console', { not: true }), {
      expected: 'src/log.ts does not match /console/',
      actual: 'Found at src/log.ts:1:1: console',
    });
  });

  it('[ENF-VAL-7] with a glob, requires one match, all with `every`, and none with `not`', async () => {
    await passes(FILES, checkOf('src/*.ts', 'console'));
    await fails(FILES, checkOf('src/*.ts', 'console', { every: true }), {
      expected: 'Every file of src/*.ts (3 files) matches /console/',
      actual: 'No match in src/check.ts',
    });
    await passes(FILES, checkOf('src/*.ts', '.', { every: true }));
    await fails(FILES, checkOf('src/*.ts', 'console', { not: true }), {
      expected: 'src/*.ts (3 files) does not match /console/',
      actual: 'Found at src/log.ts:1:1: console',
    });
    await passes(FILES, checkOf('src/*.ts', 'debugger', { not: true }));
  });

  it('[ENF-VAL-7] [ENF-VAL-14] fails if no file matches the glob, with `not` or without', async () => {
    for (const not of [false, true]) {
      for (const target of ['lib/*.ts', 'src/gone.ts']) {
        assert.equal((await checkOne(FILES, checkOf(target, 'a', { not }))).passed, false, `${target} ${not}`);
      }
    }
  });

  it('[ENF-VAL-7] gives \\s and \\p the same meaning in both engines', async () => {
    const files = { 'spaces.txt': 'a\u00a0b\u3000c', 'letters.txt': 'é', 'plain.txt': 'p{L}' };
    for (const ahead of ['', '(?=.)']) {
      await passes(files, checkOf('spaces.txt', `^${ahead}a\\sb[^\\S\\n]c$`));
      assert.equal((await checkOne(files, checkOf('spaces.txt', `${ahead}a\\Sb`))).passed, false);
      assert.equal((await checkOne(files, checkOf('spaces.txt', `${ahead}a[\\S-]b`))).passed, false);
      await passes(files, checkOf('letters.txt', `^${ahead}\\p{L}$`));
      assert.equal((await checkOne(files, checkOf('plain.txt', `^${ahead}\\p{L}$`))).passed, false);
    }
  });

  it('[ENF-VAL-7] supports lookaround and back references', async () => {
    await passes(FILES, checkOf('src/log.ts', 'console(?=\\.log)'));
    await passes(FILES, checkOf('src/log.ts', '(?<=console\\.)log'));
    await passes(FILES, checkOf('src/check.ts', '(r)(?<word>u)[^]*\\k<word>?'));
    await fails(FILES, checkOf('src/log.ts', '(.)\\1\\1'), {
      expected: 'src/log.ts matches /(.)\\1\\1/',
      actual: 'No match in src/log.ts',
    });
  });

  it('[ENF-VAL-7] searches several files with lookaround', async () => {
    const files = { 'src/a.ts': 'const a = 1;\n', 'src/b.ts': 'let b = 1;\n', 'src/c.ts': 'const c = 1;\n' };
    const check = { type: 'pattern_match', target: 'src/*.ts', pattern: 'const(?= \\w)' };
    await passes(files, check);
    await fails(
      files,
      { ...check, every: true },
      { expected: 'Every file of src/*.ts (3 files) matches /const(?= \\w)/', actual: 'No match in src/b.ts' },
    );
  });

  it('[ENF-VAL-7] runs a pathological pattern in linear time, or ends it with a clear error', async () => {
    const started = performance.now();
    assert.equal((await checkOne(FILES, checkOf('notes.txt', '^(a+)+$'))).passed, false);
    await failsWithError(FILES, checkOf('notes.txt', '^(?=(a+)+$)a'), /did not finish within 2 s/);
    assert.ok(performance.now() - started < 15_000);
  }).timeout(20_000);

  it('[ENF-VAL-7] fails with the reason for an invalid pattern', async () => {
    await failsWithError(
      FILES,
      checkOf('src/log.ts', '(unclosed'),
      /pattern: Invalid regular expression: .*\(unclosed/,
    );
  });

  it('[ENF-VAL-7] searches the output of a step', async () => {
    const parts = { steps: ['build'], stepOutput: () => Promise.resolve('0 errors\n') };
    const result = await passes(FILES, checkOf('build', '^0 errors$', { flags: 'm' }), parts);
    assert.equal(result.actual, 'Found at the output of step build:1:1: 0 errors');
    assert.equal(result.location, undefined);
  });
});

describe('checks that can never be answered', () => {
  const problemsOf = (check: string): readonly string[] => {
    const text = `version: 2
spec: { id: s, title: S }
chunks:
  - id: c
    title: C
    assertions: [{ message: m, check: { ${check} } }]
`;
    const { problems } = readContract({ file: 'a.contract.yaml', text, checks: CHECKS });
    return problems.map(({ range, severity, message }) => `${range.start.line} ${severity} ${message}`);
  };

  it('[ENF-VAL-7] [ENF-VAL-13] are errors of the contract at their line', () => {
    const [unclosed] = problemsOf(`type: pattern_match, target: a.ts, pattern: '('`);
    assert.match(unclosed ?? '', /^6 error "pattern" is invalid: Invalid regular expression: .*Unterminated group/);
    assert.deepEqual(problemsOf('type: pattern_match, target: a.ts, pattern: a, flags: y'), [
      '6 error "flags" is invalid: unsupported flag "y".',
    ]);
    assert.deepEqual(problemsOf('type: equals, target: a.json, pointer: a/b, expected: 1'), [
      '6 error Invalid value "a/b" for "pointer". Start it with "/", for example /users/0/name.',
    ]);
    // A named validator can read other patterns.
    assert.deepEqual(problemsOf(`type: pattern_match, target: a.ts, pattern: '(', validator: own`), []);
    assert.deepEqual(problemsOf(`type: contains, target: a.json, pointer: '#/a', expected: 1`), []);
  });
});
