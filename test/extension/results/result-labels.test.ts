import assert from 'node:assert/strict';
import type { HunkDecision, PendingFile } from '../../../src/engine.ts';
import {
  countDecisions,
  decideAcceptLabels,
  decisionOfFile,
  describeHunk,
  summarizeHunk,
} from '../../../src/extension/results/result-labels.ts';

function createFile(decisions: readonly HunkDecision[]): PendingFile {
  const hunks = decisions.map((decision, index) => ({
    id: `a.ts:${index}`,
    kind: 'lines' as const,
    beforeStart: index * 3 + 1,
    afterStart: index * 3 + 1,
    removed: ['old'],
    added: ['new', 'newer'],
    decision,
  }));
  return { path: 'a.ts', kind: 'modified', binary: false, chunks: ['one'], hunks };
}

describe('labels of a review', () => {
  it('[EDIT-4] say whether accepting commits, and offer the other way', () => {
    const review = { files: [createFile(['undecided', 'accepted'])] };
    const noCommit = (reason: 'no-repository' | 'own-changes') => ({ ...review, noCommit: reason });
    const labels = [
      decideAcceptLabels({ landing: 'commit', review }),
      decideAcceptLabels({ landing: 'working-tree', review }),
      decideAcceptLabels({ landing: 'commit', review: noCommit('own-changes') }),
      decideAcceptLabels({ landing: 'commit', review: noCommit('no-repository') }),
      decideAcceptLabels({ landing: 'commit', review: undefined }),
    ].map(({ primary, secondary }) => [primary, secondary]);
    assert.deepEqual(labels, [
      ['Accept and Commit', 'Accept without Commit'],
      ['Accept without Commit', 'Accept and Commit'],
      ['Accept without Commit', undefined],
      ['Accept without Commit', undefined],
      ['Accept and Commit', 'Accept without Commit'],
    ]);
  });

  it('[EDIT-4] say how much lands if something is rejected', () => {
    const review = { files: [createFile(['rejected', 'undecided']), createFile(['accepted'])] };
    const { primary, secondary } = decideAcceptLabels({ landing: 'commit', review });
    assert.equal(primary, 'Accept 2 of 3 Changes and Commit');
    assert.equal(secondary, 'Accept 2 of 3 Changes without Commit');
    assert.deepEqual(countDecisions(review.files), { total: 3, accepted: 1, rejected: 1, undecided: 1 });
  });

  it('[EDIT-4] name a change, and what was decided about it and its file', () => {
    const file = createFile(['rejected', 'undecided']);
    assert.deepEqual(
      file.hunks.map((hunk) => describeHunk(file, hunk)),
      ['Change 1 of 2: rejected', 'Change 2 of 2'],
    );
    assert.equal(decisionOfFile(file), 'mixed');
    assert.equal(decisionOfFile(createFile(['rejected', 'rejected'])), 'rejected');
    const [hunk] = file.hunks;
    assert.ok(hunk);
    assert.equal(summarizeHunk(hunk), '2 lines added, 1 line removed');
    const whole = { ...hunk, kind: 'whole' as const };
    assert.equal(describeHunk({ ...file, kind: 'created', hunks: [whole] }, whole), 'New file: rejected');
    const renamed = { ...hunk, kind: 'rename' as const };
    assert.equal(describeHunk({ ...file, previousPath: 'b.ts' }, renamed), 'Renamed from b.ts: rejected');
  });
});
