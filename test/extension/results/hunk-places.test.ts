import assert from 'node:assert/strict';
import type { PendingFile, PendingHunk } from '../../../src/engine.ts';
import { findHunkAt, findHunkFrom, placeHunk } from '../../../src/extension/results/hunk-places.ts';

function createHunk(afterStart: number, added: readonly string[], kind: PendingHunk['kind'] = 'lines'): PendingHunk {
  return { id: `a:${afterStart}`, kind, beforeStart: 1, afterStart, removed: ['x'], added, decision: 'undecided' };
}

const change = createHunk(3, ['a', 'b']);
const removal = createHunk(9, []);
const file: PendingFile = { path: 'a', kind: 'modified', binary: false, chunks: [], hunks: [change, removal] };

describe('places of hunks in the diff editor', () => {
  it('[EDIT-4] are their lines in the result, or the line before removed lines', () => {
    assert.deepEqual(placeHunk(file, change), { side: 'after', firstLine: 2, lastLine: 3 });
    assert.deepEqual(placeHunk(file, removal), { side: 'after', firstLine: 7, lastLine: 7 });
    assert.deepEqual(placeHunk(file, createHunk(1, [])), { side: 'after', firstLine: 0, lastLine: 0 });
    assert.deepEqual(placeHunk(file, createHunk(1, [], 'mode')), { side: 'after', firstLine: 0, lastLine: 0 });
    assert.deepEqual(placeHunk({ kind: 'deleted' }, createHunk(1, [], 'whole')), {
      side: 'before',
      firstLine: 0,
      lastLine: 0,
    });
  });

  it('[EDIT-4] are found from the cursor in both directions', () => {
    assert.equal(findHunkFrom(file, 0, 'next'), change);
    assert.equal(findHunkFrom(file, 2, 'next'), removal);
    assert.equal(findHunkFrom(file, 7, 'next'), undefined);
    assert.equal(findHunkFrom(file, 7, 'previous'), change);
    assert.equal(findHunkAt(file, 3), change);
    assert.equal(findHunkAt(file, 5), undefined);
    assert.equal(findHunkAt({ ...file, hunks: [change] }, 5), change, 'the only change needs no cursor');
  });
});
