import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareLines } from '../../src/foundation/line-difference.ts';
import '../random-seed.ts';

describe('compareLines', () => {
  it('returns the lines of both texts in order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before, after);
        const without = (kind: 'added' | 'removed'): string[] =>
          lines.filter((line) => line.kind !== kind).map((line) => line.text);
        assert.deepEqual(without('added'), before);
        assert.deepEqual(without('removed'), after);
      }),
    );
  });

  it('reports the middle as replaced above the size limit', () => {
    const many = (prefix: string): string[] => Array.from({ length: 3000 }, (_, index) => `${prefix}${index % 7}`);
    const kinds = new Set(
      compareLines(['same', ...many('a'), 'x'], ['same', ...many('b'), 'x']).map(({ kind }) => kind),
    );
    assert.deepEqual([...kinds], ['context', 'removed', 'added']);
  });
});
