import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  movedRange,
  textRangeOfLocation,
  type TextEdit,
  type TextRange,
} from '../../../src/extension/diagnostics/text-range.ts';
import '../../random-seed.ts';

const range = (startLine: number, startCharacter: number, endLine: number, endCharacter: number): TextRange => ({
  start: { line: startLine, character: startCharacter },
  end: { line: endLine, character: endCharacter },
});
const edit = (where: TextRange, text: string): TextEdit => ({ range: where, text });

describe('movedRange', () => {
  const word = range(3, 4, 3, 9);

  it('[ENF-UI-1] follows lines that come and go above it', () => {
    assert.deepEqual(movedRange(word, edit(range(0, 0, 0, 0), 'one\r\ntwo\r\n')), range(5, 4, 5, 9));
    assert.deepEqual(movedRange(word, edit(range(0, 0, 2, 0), '')), range(1, 4, 1, 9));
  });

  it('[ENF-UI-1] follows text before it on its line, also text that joins lines', () => {
    assert.deepEqual(movedRange(word, edit(range(3, 0, 3, 0), 'ab')), range(3, 6, 3, 11));
    assert.deepEqual(movedRange(word, edit(range(2, 5, 3, 2), '')), range(2, 7, 2, 12));
  });

  it('does not grow when a person types at its edges, and stands still for what comes after', () => {
    assert.deepEqual(movedRange(word, edit(range(3, 4, 3, 4), 'x')), range(3, 5, 3, 10));
    assert.deepEqual(movedRange(word, edit(range(3, 9, 3, 9), 'x')), word);
    assert.deepEqual(movedRange(word, edit(range(4, 0, 9, 0), '')), word);
  });

  it('shrinks to the place where its text was, once that is gone', () => {
    assert.deepEqual(movedRange(word, edit(range(2, 0, 4, 0), '')), range(2, 0, 2, 0));
  });

  it('grows with what is typed inside it', () => {
    assert.deepEqual(movedRange(word, edit(range(3, 6, 3, 6), 'abc')), range(3, 4, 3, 12));
  });

  it('[ENF-UI-1] marks the same text after any edit that does not touch it', () => {
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
        assert.deepEqual(movedRange(marked, { range: change, text: inserted }), {
          start: offsets(edited, newStart),
          end: offsets(edited, newStart + mark.length),
        });
      }),
    );
  });
});

describe('textRangeOfLocation', () => {
  it('counts from 0 and never ends before it starts', () => {
    assert.deepEqual(
      textRangeOfLocation({ file: 'a', line: 2, column: 3, endLine: 2, endColumn: 8 }),
      range(1, 2, 1, 7),
    );
    assert.deepEqual(textRangeOfLocation({ file: 'a', line: 2, column: 3 }), range(1, 2, 1, 2));
    assert.deepEqual(textRangeOfLocation({ file: 'a', line: 2, column: 3, endColumn: 1 }), range(1, 2, 1, 2));
  });
});
