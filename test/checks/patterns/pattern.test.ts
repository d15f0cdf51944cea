import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPattern } from '../../../src/checks/patterns/pattern.ts';

/** Texts and patterns as contracts have them; where both engines can run one they must find the same place. */
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
  it('[ENF-VAL-7] the linear engine finds what the native one finds', () => {
    for (const source of PATTERNS) {
      for (const flags of ['', 'i', 'm', 's', 'ims']) {
        const pattern = readPattern(source, flags);
        if (pattern.engine !== 'linear') assert.fail(`${source} is run natively`);
        for (const text of TEXTS) {
          const native = new RegExp(source, source.includes('\\u{') ? `${flags}u` : flags).exec(text);
          const expected = native ? { start: native.index, end: native.index + native[0].length } : undefined;
          assert.deepEqual(pattern.find(text), expected, `/${source}/${flags} on ${JSON.stringify(text)}`);
        }
      }
    }
  });

  it('[ENF-VAL-7] they agree on generated patterns and texts, too', () => {
    const atom = fc.oneof(
      fc.constantFrom('a', 'b', 'c', '.', '\\w', '\\d', '\\s', '[ab]', '[^a]', '\\.', ' ', '\\b', '^', '$', '-'),
    );
    const piece = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}', '*?'))
      .map(([one, times]) => (/^(?:\\b|\^|\$)$/.test(one) ? one : one + times));
    const source = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '.', '-', 'é'), maxLength: 20 });
    fc.assert(
      fc.property(source, text, fc.constantFrom('', 'i', 'm', 's'), (pattern, given, flags) => {
        const read = readPattern(pattern, flags);
        assert.ok(read.engine === 'linear');
        const native = new RegExp(pattern, flags).exec(given);
        assert.deepEqual(
          read.find(given),
          native ? { start: native.index, end: native.index + native[0].length } : undefined,
        );
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  it('[ENF-VAL-7] what only the native engine knows is left to it', () => {
    for (const source of ['(?=a)b', 'a(?!b)', '(a)\\1', '(?<n>a)\\k<n>', 'a{1,2000}']) {
      assert.equal(readPattern(source).engine, 'native', source);
    }
    assert.equal(readPattern('(?<=a)b').engine, 'linear');
  });

  it('[ENF-VAL-7] what is no pattern is refused', () => {
    for (const source of ['(', '[a', 'a**', '(?<n>a)(?<n>b)']) {
      assert.throws(() => readPattern(source), /Failed to read the pattern/, source);
    }
  });
});
