import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyTextHunks, computeTextHunks, splitLinesWithBreaks } from '../../../src/workspace/hunks/text-hunks.ts';
import '../../random-seed.ts';

/** Texts of few different lines, so that many lines are equal, with all kinds of line breaks and with or without a last one. */
const line = fc.tuple(fc.constantFrom('', 'a', 'b', 'c', '}', 'é'), fc.constantFrom('\n', '\n', '\r\n', '\r'));
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end', 'a'))
  .map(([lines, last]) => lines.map(([content, lineBreak]) => content + lineBreak).join('') + last);

describe('hunks of a text', () => {
  it('[EDIT-4] give the result if all are applied, and the base if none is', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = computeTextHunks(before, after);
        assert.equal(applyTextHunks(before, hunks), after);
        assert.equal(applyTextHunks(before, []), before);
        assert.equal(hunks.length === 0, before === after);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[EDIT-4] apply as any subset, in any order, and the others complete it', () => {
    fc.assert(
      fc.property(text, text, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
        const hunks = computeTextHunks(before, after);
        const chosen = hunks.filter(() => choices.next().value === true);
        const partial = applyTextHunks(before, chosen);
        assert.equal(applyTextHunks(before, [...chosen].reverse()), partial);
        for (const { added } of chosen) for (const one of added) assert.ok(partial.includes(one));
        const others = hunks.filter((hunk) => !chosen.includes(hunk));
        const lines = splitLinesWithBreaks(before);
        const expected = lines.length + sum(chosen.map(({ removed, added }) => added.length - removed.length));
        // A CR at the end of one hunk and an LF at the start of the next lines form one line break.
        if (!/\r/.test(before + after)) assert.equal(splitLinesWithBreaks(partial).length, expected);
        assert.equal(applyTextHunks(before, [...others, ...chosen]), after);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[EDIT-4] are separated by unchanged lines and know their lines on both sides', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\n';
    const after = 'one\n2\nthree\nfour\nadded\nfive\n';
    assert.deepEqual(computeTextHunks(before, after), [
      { beforeStart: 2, afterStart: 2, removed: ['two\n'], added: ['2\n'] },
      { beforeStart: 5, afterStart: 5, removed: [], added: ['added\n'] },
    ]);
  });

  it('[EDIT-4] see a changed line break and a missing last one', () => {
    const [only, ...others] = computeTextHunks('a\r\nb\r\nc', 'a\r\nb\nc\n');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [only?.removed, only?.added],
      [
        ['b\r\n', 'c'],
        ['b\n', 'c\n'],
      ],
    );
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
