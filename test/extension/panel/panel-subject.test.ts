import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../../src/run/result.ts';
import { checkSubject, runSubject, storedSubject } from '../../../src/extension/panel/panel-subject.ts';
import { panelUpdate } from '../../../src/extension/panel/panel-updates.ts';
import { outcomeMessage } from '../../../src/extension/runs/run-words.ts';
import { RunSession } from '../../../src/extension/runs/run-session.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { initialState } from '../../../src/extension/state/workspace-state.ts';
import { assertionResult, attemptReport, chunkCheck, contractCheck, documentOf, folder } from '../support/samples.ts';

const file = 'health.contract.yaml';
const review = { runId: 'r1', contract: file, chunks: [{ id: 'types', title: 'Types' }], createdAt: 'now' };

function storeWith(trusted = true): WorkspaceStore {
  const store = new WorkspaceStore(initialState(trusted), (error) => assert.fail(String(error)));
  store.dispatch({ type: 'folders-changed', folders: [{ folder, name: 'repo' }] });
  store.dispatch({ type: 'contracts-listed', folder, documents: [documentOf(file)] });
  const check = contractCheck(documentOf(file), [
    chunkCheck('types', [assertionResult(false)]),
    chunkCheck('check', [assertionResult(true)]),
  ]);
  store.dispatch({ type: 'check-ended', target: { folder, contract: file }, check });
  return store;
}

describe('what the panel shows', () => {
  it('[ENF-UI-2] the verdict on one chunk, or on all', () => {
    const store = storeWith();
    const all = checkSubject({ folder, contract: file }, store).view();
    assert.deepEqual(
      all.chunks.map(({ id, status }) => [id, status]),
      [
        ['types', 'fail'],
        ['check', 'pass'],
      ],
    );
    assert.equal(all.header.status, 'fail');
    const one = checkSubject({ folder, contract: file, chunk: 'check' }, store).view();
    assert.equal(one.header.title, 'checkHealth');
    assert.equal(one.header.status, 'pass');
  });

  it('in restricted mode a note says what is off, and trust can be managed', () => {
    const { header } = checkSubject({ folder, contract: file }, storeWith(false)).view();
    assert.equal(header.restricted, true);
    assert.match(header.notes[0]?.message ?? '', /^Restricted mode: only checks that read files ran/);
    assert.deepEqual(header.actions, ['manage-trust', 'validate']);
  });

  it('a result that waits offers Accept and Discard, until it is settled', () => {
    const store = storeWith();
    const run = new RunSession({
      folder,
      contract: file,
      chunk: 'types',
      title: 'Types',
      chunks: [{ id: 'types', title: 'Types' }],
    });
    const subject = runSubject(run, store);
    assert.deepEqual(subject.view().header.actions, ['cancel']);
    const result = {
      status: 'pass',
      chunk: 'types',
      runId: 'r1',
      gates: [],
      warnings: [],
      attempts: [attemptReport(1, true)],
    } as const;
    run.end([result]);
    store.dispatch({ type: 'reviews-listed', folder, reviews: [review] });
    assert.equal(subject.view().header.status, 'review');
    assert.deepEqual(subject.view().header.actions, ['accept', 'discard', 'open-changes']);
    assert.equal(subject.memory.runId, 'r1');
    const stored = storedSubject({ folder, contract: file, title: 'Types' }, result, store);
    assert.equal(stored.view().header.status, 'review');
    store.dispatch({ type: 'reviews-listed', folder, reviews: [] });
    assert.equal(subject.view().header.status, 'pass');
    assert.equal(stored.view().header.status, 'pass');
    run.landed({
      files: [],
      conflicts: [{ file: 'a.ts', reason: 'both changed line 1' }],
      notes: [],
      keptRef: 'refs/holdfast/r1',
    });
    assert.equal(subject.view().header.status, 'conflict');
    assert.equal(subject.view().header.landing?.keptRef, 'refs/holdfast/r1');
  });

  it('a failure among several chunks is not hidden by what waits for review', () => {
    const store = storeWith();
    const run = new RunSession({ folder, contract: file, title: 'All', chunks: [] });
    const results: ChunkRunResult[] = [
      { status: 'pass', chunk: 'types', runId: 'r1', gates: [], warnings: [], attempts: [attemptReport(1, true)] },
      { status: 'fail', chunk: 'check', runId: 'r2', gates: [], warnings: [], attempts: [attemptReport(1, false)] },
    ];
    run.end(results, 'fail', 'r1');
    store.dispatch({ type: 'reviews-listed', folder, reviews: [review] });
    const { header } = runSubject(run, store).view();
    assert.equal(header.status, 'fail');
    assert.deepEqual(header.actions, ['accept', 'discard', 'open-changes']);
    assert.equal(
      outcomeMessage(run.view, 'review'),
      '"All": 1 of 2 chunks passed. Their change waits for your review.',
    );
  });

  it('a run that could not be made offers what may mend it', () => {
    const run = new RunSession({ folder, contract: file, title: 'All', chunks: [] });
    run.fail({ message: 'Failed to call the model' }, 'aborted');
    assert.deepEqual(runSubject(run, storeWith()).view().header.actions, [
      'run',
      'select-model',
      'set-api-key',
      'show-log',
    ]);
  });

  it('[ENF-UI-2] follows the run: only what changed is sent', () => {
    const store = storeWith();
    const run = new RunSession({
      folder,
      contract: file,
      title: 'All',
      chunks: [
        { id: 'types', title: 'Types' },
        { id: 'check', title: 'Check' },
      ],
    });
    const subject = runSubject(run, store);
    let told = 0;
    const subscription = subject.subscribe(() => told++);
    const before = subject.view();
    run.report({ type: 'chunk-started', runId: 'r1', chunk: 'types', title: 'Types', maxAttempts: 3 });
    run.report({ type: 'attempt-started', chunk: 'types', number: 1, of: 3 });
    assert.equal(told, 2);
    const update = panelUpdate(before, subject.view());
    assert.ok(update?.type === 'update');
    assert.deepEqual(
      update.chunks.map((chunk) => chunk.id),
      ['types'],
    );
    assert.deepEqual(update.order, ['types', 'check']);
    assert.equal(panelUpdate(subject.view(), subject.view()), undefined);
    subscription.dispose();
    run.report({ type: 'attempt-started', chunk: 'types', number: 2, of: 3 });
    assert.equal(told, 2);
  });
});
