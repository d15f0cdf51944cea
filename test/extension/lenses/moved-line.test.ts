import assert from 'node:assert/strict';
import { findMovedLine } from '../../../src/extension/lenses/moved-line.ts';

const before = ['a', 'b', 'c', 'd', 'e'];
const move = (after: readonly string[]) => before.map((_, line) => findMovedLine(before, after, line));

describe('findMovedLine', () => {
  it('[EDIT-6] follows lines around an edit', () => {
    assert.deepEqual(move(before), [0, 1, 2, 3, 4]);
    assert.deepEqual(move(['a', 'b', 'x', 'y', 'c', 'd', 'e']), [0, 1, 4, 5, 6]);
    assert.deepEqual(move(['x', 'b', 'c', 'd', 'e']), [0, 1, 2, 3, 4]);
  });

  it('[EDIT-6] finds a line within several edits by its text, and stays inside the text', () => {
    assert.deepEqual(move(['x', 'a', 'b', 'c', 'd', 'z']), [1, 2, 3, 4, 4]);
    assert.deepEqual(move(['a', 'e']), [0, 1, 1, 1, 1]);
    assert.deepEqual(move(['']), [0, 0, 0, 0, 0]);
  });
});
