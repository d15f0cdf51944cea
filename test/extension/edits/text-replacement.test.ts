import assert from 'node:assert/strict';
import fc from 'fast-check';
import '../../random-seed.ts';
import { textReplacement } from '../../../src/extension/edits/text-replacement.ts';

describe('textReplacement', () => {
  it('[ENF-AMEND-4] [COMP-EDITOR] names the smallest part, and cuts neither characters nor line ends in two', () => {
    assert.equal(textReplacement('same', 'same'), undefined);
    assert.deepEqual(textReplacement("x: '(a) => b' # c\n", "x: '(a, d) => b' # c\n"), {
      start: 6,
      end: 6,
      text: ', d',
    });
    assert.deepEqual(textReplacement('a\r\nb', 'a\nb'), { start: 1, end: 3, text: '\n' });
    const lines = textReplacement('one\r\ntwo\r\nthree\r\n', 'one\r\n2\r\nthree\r\n');
    assert.deepEqual(lines, { start: 5, end: 8, text: '2' });
    assert.deepEqual(textReplacement('😀', '😁'), { start: 0, end: 2, text: '😁' });
  });

  it('put in its place, it gives the other text', () => {
    const text = fc
      .array(fc.constantFrom('a', '\r', '\n', '\r\n', '😀', '😁', '\ude00'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const found = textReplacement(before, after) ?? { start: 0, end: 0, text: '' };
        assert.equal(before.slice(0, found.start) + found.text + before.slice(found.end), after);
      }),
    );
  });
});
