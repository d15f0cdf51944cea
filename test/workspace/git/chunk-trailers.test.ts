import assert from 'node:assert/strict';
import {
  readReverts,
  readTrailers,
  readUndone,
  undoMessage,
  withTrailers,
} from '../../../src/workspace/git/chunk-trailers.ts';

const trailer = { specId: 'spec', chunkId: 'one', fingerprint: 'a'.repeat(64) };
const MESSAGE = withTrailers('chunk: One', [trailer]);

describe('the trailers of a landing', () => {
  it('[DONE-2] are read from the message that contains them', () => {
    const other = { ...trailer, chunkId: 'two', fingerprint: 'b'.repeat(64) };
    assert.equal(MESSAGE, `chunk: One\n\nHoldfast-Chunk: spec/one\nHoldfast-Fingerprint: ${'a'.repeat(64)}`);
    assert.deepEqual(readTrailers(withTrailers('chunk: One, Two', [trailer, other])), [trailer, other]);
    assert.deepEqual(readTrailers('chunk: One'), []);
    assert.equal(withTrailers('chunk: One', []), 'chunk: One');
  });

  it('[DONE-2] are read from the body of a squash in each of its formats', () => {
    const indented = MESSAGE.replace(/^/gm, '    ');
    assert.deepEqual(readTrailers(`Squashed commit of the following:\n\ncommit 1234\n\n${indented}\n`), [trailer]);
    assert.deepEqual(readTrailers(`Work (#12)\r\n\r\n* ${MESSAGE.replaceAll('\n', '\r\n')}\r\n\r\n* Other`), [trailer]);
  });

  it('[EDIT-4] [DONE-2] are named by the commit that undoes them, also after a squash', () => {
    const commit = 'c'.repeat(40);
    const undo = undoMessage('chunk: One', [trailer], commit);
    assert.match(undo, /^Revert "chunk: One"\n\nThis reverts commit c{40}\.\n\nHoldfast-Undone: spec\/one a{64}$/);
    assert.deepEqual(readUndone(undo), [trailer]);
    assert.deepEqual(readReverts(undo), [{ commit, since: undefined }]);
    assert.deepEqual(readTrailers(undo), []);
    const partial = undoMessage('chunk: One', [trailer], undefined);
    assert.deepEqual([readUndone(partial), readReverts(partial)], [[trailer], []]);
    const squash = `Work (#12)\n\n* ${MESSAGE}\n\n* ${undo}`;
    assert.deepEqual([readTrailers(squash), readUndone(squash)], [[], []], 'an older landing still counts');
  });

  it('[DONE-2] do not count if the same squash reverts their commit', () => {
    const reverted = `Work (#12)\n\n* ${MESSAGE}\n\n* Revert "chunk: One"\n\nThis reverts commit 1234567.`;
    assert.deepEqual(readTrailers(reverted), []);
    assert.deepEqual(readTrailers(`${reverted}\n\n* Reapply "chunk: One"`), [trailer]);
    assert.deepEqual(readTrailers(reverted.replace('"chunk: One"', '"Other"')), [trailer]);
  });

  it('[DONE-2] ignore a fingerprint without a chunk, and a chunk without a fingerprint', () => {
    const [, , chunk = '', fingerprint = ''] = MESSAGE.split('\n');
    assert.deepEqual(readTrailers(`Message\n\n${chunk}`), []);
    assert.deepEqual(readTrailers(`Message\n\n${fingerprint}`), []);
  });
});

describe('the reverts of a commit message', () => {
  it('[DONE-2] name the reverted commit, a range for a merge, or a subject', () => {
    assert.deepEqual(readReverts('Revert "chunk: One"\n\nThis reverts commit 1234567.'), [
      { commit: '1234567', since: undefined },
    ]);
    assert.deepEqual(
      readReverts('Revert "Merge"\n\nThis reverts commit 1234567, reversing\nchanges made to abcdef0.'),
      [{ commit: '1234567', since: 'abcdef0' }],
    );
    assert.deepEqual(readReverts('Revert "chunk: One (#12)" (#13)\n\nReverts owner/name#12'), [
      { subject: 'chunk: One (#12)' },
    ]);
    assert.deepEqual(readReverts('chunk: One'), []);
  });
});
