import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  locationToTextRange,
  shiftRange,
  type TextEdit,
  type TextRange,
} from '../../../src/extension/base/text-range.ts';
import '../../random-seed.ts';

const range = (startLine: number, startCharacter: number, endLine: number, endCharacter: number): TextRange => ({
  start: { line: startLine, character: startCharacter },
  end: { line: endLine, character: endCharacter },
});
const edit = (editRange: TextRange, text: string): TextEdit => ({ range: editRange, text });

describe('shiftRange', () => {
  const word = range(3, 4, 3, 9);

  it('[ENF-UI-1] shifts with lines inserted or deleted above', () => {
    assert.deepEqual(shiftRange(word, edit(range(0, 0, 0, 0), 'one\r\ntwo\r\n')), range(5, 4, 5, 9));
    assert.deepEqual(shiftRange(word, edit(range(0, 0, 2, 0), '')), range(1, 4, 1, 9));
  });

  it('[ENF-UI-1] shifts with text before it on its line, also when lines are joined', () => {
    assert.deepEqual(shiftRange(word, edit(range(3, 0, 3, 0), 'ab')), range(3, 6, 3, 11));
    assert.deepEqual(shiftRange(word, edit(range(2, 5, 3, 2), '')), range(2, 7, 2, 12));
  });

  it('does not grow with text typed at its edges and ignores text after it', () => {
    assert.deepEqual(shiftRange(word, edit(range(3, 4, 3, 4), 'x')), range(3, 5, 3, 10));
    assert.deepEqual(shiftRange(word, edit(range(3, 9, 3, 9), 'x')), word);
    assert.deepEqual(shiftRange(word, edit(range(4, 0, 9, 0), '')), word);
  });

  it('becomes empty when its text is deleted', () => {
    assert.deepEqual(shiftRange(word, edit(range(2, 0, 4, 0), '')), range(2, 0, 2, 0));
  });

  it('grows with text typed inside it', () => {
    assert.deepEqual(shiftRange(word, edit(range(3, 6, 3, 6), 'abc')), range(3, 4, 3, 12));
  });

  it('[ENF-UI-1] marks the same text after any edit outside of it', () => {
    const text = fc.stringMatching(/^[a-c\n]{0,20}$/);
    fc.assert(
      fc.property(text, text, text, text, (before, between, after, inserted) => {
        const mark = 'MARK';
        const offsets = (whole: string, offset: number) => {
          const lines = whole.slice(0, offset).split('\n');
          return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
        };
        const whole = `${before}${between}${mark}${after}`;
        const start = before.length + between.length;
        const marked = { start: offsets(whole, start), end: offsets(whole, start + mark.length) };
        const change = { start: offsets(whole, 0), end: offsets(whole, before.length) };
        const edited = `${inserted}${between}${mark}${after}`;
        const newStart = inserted.length + between.length;
        assert.deepEqual(shiftRange(marked, { range: change, text: inserted }), {
          start: offsets(edited, newStart),
          end: offsets(edited, newStart + mark.length),
        });
      }),
    );
  });
});

describe('locationToTextRange', () => {
  it('is zero-based and never ends before it starts', () => {
    assert.deepEqual(
      locationToTextRange({ file: 'a', line: 2, column: 3, endLine: 2, endColumn: 8 }),
      range(1, 2, 1, 7),
    );
    assert.deepEqual(locationToTextRange({ file: 'a', line: 2, column: 3 }), range(1, 2, 1, 2));
    assert.deepEqual(locationToTextRange({ file: 'a', line: 2, column: 3, endColumn: 1 }), range(1, 2, 1, 2));
  });
});
