import assert from 'node:assert/strict';
import type { HunkDecision, PendingFiles } from '../../../src/engine.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { createRunSubject } from '../../../src/extension/panel/panel-subject.ts';
import { RunSession } from '../../../src/extension/run-session/run-session.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import { headerViewSchema } from '../../../src/webview/protocol/results-panel-data.ts';
import { countLabel } from '../../../src/webview/results/pending-files-section.ts';
import { createAttemptReport } from '../support/samples.ts';

const folder = 'file:///w';
const contract = 'a.contract.yaml';

function createReview(decisions: readonly HunkDecision[]): PendingFiles {
  const hunk = { kind: 'lines' as const, beforeStart: 1, afterStart: 1, removed: [], added: ['x'] };
  const hunks = decisions.map((decision, index) => ({ ...hunk, id: `src/a.ts:${index}`, decision }));
  return {
    runId: 'r2',
    files: [{ path: 'src/a.ts', kind: 'modified', binary: false, chunks: ['one'], hunks }],
  };
}

function createScene() {
  const store = new WorkspaceStore(createInitialState(true), (error) => assert.fail(String(error)));
  store.dispatch({ type: 'folders-changed', folders: [{ folder, name: 'w' }] });
  const chunks = ['one', 'two'].map((id) => ({ id, title: id }));
  const run = new RunSession({ folder, contract, title: 'All', chunks });
  const results = chunks.map(({ id }, index): ChunkRunResult => ({
    status: 'pass',
    chunk: id,
    runId: `r${index + 1}`,
    gates: [],
    warnings: [],
    attempts: [createAttemptReport(1, true)],
  }));
  run.end(results, 'pass', 'r2');
  const pending = { runId: 'r2', contract, chunks, createdAt: '2026-11-25T00:00:00Z' };
  store.dispatch({ type: 'results-listed', folder, pendingResults: [pending] });
  return { store, run, subject: createRunSubject(run, store) };
}

describe('the changed files in the results panel', () => {
  it('[EDIT-4] show what was decided about each file, and the button says how much lands', () => {
    const { store, subject } = createScene();
    assert.equal(subject.createView().header.review, undefined, 'nothing is read yet');
    store.dispatch({ type: 'pending-files-read', folder, review: createReview(['accepted', 'rejected', 'undecided']) });
    const { review } = headerViewSchema.parse(subject.createView().header);
    assert.equal(review?.accept, 'Accept 2 of 3 Changes and Commit');
    const [file] = review.files;
    assert.deepEqual(
      [file?.decision, file?.total, file?.accepted, file?.rejected, file?.reviewed],
      ['mixed', 3, 1, 1, false],
    );
    assert.equal(file && countLabel(file), '1 of 3 accepted, 1 rejected');
    store.dispatch({ type: 'pending-files-read', folder, review: createReview(['accepted']) });
    const [reviewed] = subject.createView().header.review?.files ?? [];
    assert.equal(reviewed && countLabel(reviewed), 'accepted, reviewed');
  });

  it('[EDIT-4] disappear with the review, and with a result that is superseded', () => {
    const { store, subject } = createScene();
    store.dispatch({ type: 'pending-files-read', folder, review: createReview(['accepted']) });
    store.dispatch({ type: 'results-listed', folder, pendingResults: [] });
    assert.equal(subject.createView().header.review, undefined);
    assert.deepEqual(store.state.folders[0]?.pendingFiles, {});
  });

  it('[EDIT-4] [DONE-7] a chunk of which nothing was accepted is not shown as landed', () => {
    const { store, run, subject } = createScene();
    store.dispatch({ type: 'results-listed', folder, pendingResults: [] });
    const part = { accepted: ['src/a.ts:0'], rejected: ['src/b.ts:0'], leftOutChunks: ['two'] };
    run.recordLanding({ files: ['src/a.ts'], conflicts: [], notes: [], part });
    const { header, chunks } = subject.createView();
    assert.deepEqual([header.status, header.statusText], ['discarded', 'Landed 1 of 2']);
    assert.deepEqual(
      chunks.map(({ status }) => status),
      ['pass', 'discarded'],
    );
  });
});
