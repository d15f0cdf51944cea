import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffTexts } from '../../../src/extension/amendments/text-difference.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

describe('diffTexts', () => {
  it('[ENF-AMEND-3] shows changed lines with context and the line numbers of both sides', () => {
    const before = numbered(20);
    const after = before.with(9, 'another').toSpliced(10, 0, 'one more');
    assert.deepEqual(diffTexts(before.join('\n'), after.join('\n')), [
      { kind: 'hunk', text: 'Line 7' },
      { kind: 'context', before: 7, after: 7, text: 'line 7' },
      { kind: 'context', before: 8, after: 8, text: 'line 8' },
      { kind: 'context', before: 9, after: 9, text: 'line 9' },
      { kind: 'removed', before: 10, text: 'line 10' },
      { kind: 'added', after: 10, text: 'another' },
      { kind: 'added', after: 11, text: 'one more' },
      { kind: 'context', before: 11, after: 12, text: 'line 11' },
      { kind: 'context', before: 12, after: 13, text: 'line 12' },
      { kind: 'context', before: 13, after: 14, text: 'line 13' },
    ]);
  });

  it('separates distant changes and ignores line endings', () => {
    const before = numbered(40);
    const after = before.with(4, 'x').with(30, 'y');
    const hunks = diffTexts(before.join('\r\n'), after.join('\n')).filter(({ kind }) => kind === 'hunk');
    assert.deepEqual(
      hunks.map(({ text }) => text),
      ['Line 2', 'Line 28'],
    );
    assert.deepEqual(diffTexts(before.join('\r\n'), before.join('\n')), []);
  });

  it('lists lines that exist in their text, for any texts', () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffTexts(before.join('\n'), after.join('\n'));
        for (const { before: number, text: shown } of lines)
          if (number !== undefined) assert.equal(before[number - 1], shown);
        for (const { after: number, text: shown } of lines)
          if (number !== undefined) assert.equal(after[number - 1], shown);
        const added = lines.filter(({ kind }) => kind === 'added').length;
        const removed = lines.filter(({ kind }) => kind === 'removed').length;
        assert.equal(before.length - removed + added, after.length);
      }),
    );
  });
});
