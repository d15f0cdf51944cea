import assert from 'node:assert/strict';
import fc from 'fast-check';
import '../../random-seed.ts';
import { computeTextReplacement } from '../../../src/extension/edits/text-replacement.ts';

describe('computeTextReplacement', () => {
  it('[ENF-AMEND-4] [COMP-EDITOR] computes the smallest range and splits no character or line ending', () => {
    assert.equal(computeTextReplacement('same', 'same'), undefined);
    assert.deepEqual(computeTextReplacement("x: '(a) => b' # c\n", "x: '(a, d) => b' # c\n"), {
      start: 6,
      end: 6,
      text: ', d',
    });
    assert.deepEqual(computeTextReplacement('a\r\nb', 'a\nb'), { start: 1, end: 3, text: '\n' });
    const lines = computeTextReplacement('one\r\ntwo\r\nthree\r\n', 'one\r\n2\r\nthree\r\n');
    assert.deepEqual(lines, { start: 5, end: 8, text: '2' });
    assert.deepEqual(computeTextReplacement('😀', '😁'), { start: 0, end: 2, text: '😁' });
  });

  it('applying the replacement produces the new text', () => {
    const text = fc
      .array(fc.constantFrom('a', '\r', '\n', '\r\n', '😀', '😁', '\ude00'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const replacement = computeTextReplacement(before, after) ?? { start: 0, end: 0, text: '' };
        assert.equal(before.slice(0, replacement.start) + replacement.text + before.slice(replacement.end), after);
      }),
    );
  });
});
