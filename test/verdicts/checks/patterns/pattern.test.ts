import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPatternProblem } from '../../../../src/verdicts/checks/patterns/pattern-problem.ts';
import { readPattern } from '../../../../src/verdicts/checks/patterns/pattern.ts';

/** Typical texts and patterns of contracts. Both engines must find the same match. */
const TEXTS = [
  'export async function check() {\n  try {\n    run();\n  } catch (error) {}\n}\n',
  "import { a } from './a';\nconst β = 'ü';\n😀 end",
  '',
  'aaa bbb\n\n# TODO: x\n',
  'a.b-c_d $e (f) [g] {h} \\i ^j |k',
];
const PATTERNS = [
  'try\\s*\\{[\\s\\S]*catch',
  '^\\s*import\\s',
  'async\\s+function\\s+(\\w+)',
  '[^\\w\\s]+',
  '\\bTODO\\b',
  'a{2,3}',
  'a{2}?',
  '(?:run|check)\\(\\)',
  '(?<name>[a-z]+)\\.b',
  '[\\d-]+|[$]e',
  '\\u{3b2}|\\u00fc',
  '\\x41?',
  'β',
  '.end$',
  '^$',
  '\\/?',
  '[^]*catch',
  '\\$e \\(f\\) \\[g\\] \\{h\\}',
  '(a|b)*',
  '\\cA?',
];

describe('Patterns', () => {
  it('[ENF-VAL-7] the linear engine and the native engine find the same matches', () => {
    for (const source of PATTERNS) {
      for (const flags of ['', 'i', 'm', 's', 'ims']) {
        const pattern = readPattern(source, flags);
        if (pattern.engine !== 'linear') assert.fail(`${source} needs the native engine`);
        for (const text of TEXTS) {
          const native = new RegExp(source, source.includes('\\u{') ? `${flags}u` : flags).exec(text);
          const expected = native ? { start: native.index, end: native.index + native[0].length } : undefined;
          assert.deepEqual(pattern.find(text), expected, `/${source}/${flags} on ${JSON.stringify(text)}`);
        }
      }
    }
  });

  it('[ENF-VAL-7] both engines agree on generated patterns and texts', () => {
    const atom = fc.oneof(
      fc.constantFrom('a', 'b', 'c', '.', '\\w', '\\d', '\\s', '[ab]', '[^a]', '\\.', ' ', '\\b', '^', '$', '-'),
    );
    const piece = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}', '*?'))
      .map(([one, times]) => (/^(?:\\b|\^|\$)$/.test(one) ? one : one + times));
    const source = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '.', '-', 'é'), maxLength: 20 });
    fc.assert(
      fc.property(source, text, fc.constantFrom('', 'i', 'm', 's'), (pattern, input, flags) => {
        const read = readPattern(pattern, flags);
        assert.ok(read.engine === 'linear');
        const native = new RegExp(pattern, flags).exec(input);
        assert.deepEqual(
          read.find(input),
          native ? { start: native.index, end: native.index + native[0].length } : undefined,
        );
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it('[ENF-VAL-7] uses the native engine for patterns that only it supports', () => {
    for (const source of ['(?=a)b', 'a(?!b)', '(a)\\1', '(?<n>a)\\k<n>', 'a{1,2000}']) {
      assert.equal(readPattern(source).engine, 'native', source);
    }
    assert.equal(readPattern('(?<=a)b').engine, 'linear');
  });

  it('[ENF-VAL-7] refuses invalid patterns', () => {
    for (const source of ['(', '[a', 'a**', '(?<n>a)(?<n>b)']) {
      assert.throws(() => readPattern(source), /Failed to read the pattern/, source);
    }
  });

  it('[ENF-VAL-7] a pattern that one of the engines reads has no problem', () => {
    const parts = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 7 }).map((list) => list.join(''));
    fc.assert(
      fc.property(parts, fc.constantFrom('', 'i', 'm', 's', 'u', 'v', 'iu'), (source, flags) => {
        if (isReadable(source, flags)) assert.equal(findPatternProblem(source, flags), undefined);
      }),
      { numRuns: 5_000 },
    );
  });

  for (const source of [
    '(',
    'a)',
    '[a',
    '*a',
    'a{2,1}',
    '(?<n>a',
    '[z-a]',
    '(?<=a',
    '(?i)(',
    'a(?P<n>',
    '\\',
    '(?i)x(?=y)',
    '(?P<n>a)\\k<n>',
    '(?i)(a)\\1',
  ]) {
    it(`[ENF-VAL-7] says what is wrong with ${source}`, () => {
      assert.ok(!isReadable(source, ''));
      assert.ok(findPatternProblem(source) instanceof SyntaxError);
    });
  }
});

/** What patterns are made of, with what only one of the engines reads. */
const PARTS = ['a', '\\d', '(', ')', '(?:', '(?i)', '(?s-m:', '(?P<n>', '(?<n>', '(?=', '(?<!', '*', '+', '?'].concat(
  ['{2}', '{2,1}', '{1001}', '{', '[', ']', '[^', 'a-z', '-', '\\_', '\\p{L}', '\\pN', '\\1', '\\k<n>', '\\A'],
  ['\\z', '\\Q', '\\E', '\\', '|', '^', '$', '.', '[[:alpha:]]', '\\x{41}', '\\u{41}', '(?', '&&', '--', '\\b'],
);

function isReadable(source: string, flags: string): boolean {
  try {
    readPattern(source, flags);
    return true;
  } catch {
    return false;
  }
}
