import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import {
  computePanelUpdate,
  createCheckSubject,
  createRunSubject,
  createStoredRunSubject,
} from '../../../src/extension/panel/panel-subject.ts';
import { findRemedy, toFailure } from '../../../src/extension/base/failure.ts';
import { DamagedHistoryError } from '../../../src/foundation/damaged-history-error.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { formatOutcome } from '../../../src/extension/run-session/run-messages.ts';
import { RunSession } from '../../../src/extension/run-session/run-session.ts';
import { requirementStyle, statusTone } from '../../../src/webview/results/results-labels.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import {
  createAssertionResult,
  createAttemptReport,
  createChunkCheck,
  createContractCheck,
  createDocument,
  createGateReport,
  REGRESSED,
  sampleFolder,
  withPast,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const review = { runId: 'r1', contract: file, chunks: [{ id: 'types', title: 'Types' }], createdAt: 'now' };

function createStore(trusted = true, past: Parameters<typeof withPast>[1] = REGRESSED): WorkspaceStore {
  const store = new WorkspaceStore(createInitialState(trusted), (error) => assert.fail(String(error)));
  store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
  store.dispatch({ type: 'contracts-listed', folder: sampleFolder, documents: [createDocument(file)] });
  const check = createContractCheck(createDocument(file), [
    withPast(createChunkCheck('types', [createAssertionResult(false)]), past),
    createChunkCheck('check', [createAssertionResult(true)]),
  ]);
  store.dispatch({ type: 'check-ended', target: { folder: sampleFolder, contract: file }, check });
  return store;
}

describe('panel subjects', () => {
  it('[ENF-UI-2] show the check result of one chunk or of all', () => {
    const store = createStore();
    const all = createCheckSubject({ folder: sampleFolder, contract: file }, store).createView();
    assert.deepEqual(
      all.chunks.map(({ id, status }) => [id, status]),
      [
        ['types', 'fail'],
        ['check', 'pass'],
      ],
    );
    assert.equal(all.header.status, 'fail');
    const one = createCheckSubject({ folder: sampleFolder, contract: file, chunk: 'check' }, store).createView();
    assert.equal(one.header.title, 'checkHealth');
    assert.equal(one.header.status, 'pass');
  });

  it('[EDIT-6] show work that has not begun as neutral', () => {
    const store = createStore(true, { progress: 'notStarted' });
    const { header, chunks } = createCheckSubject({ folder: sampleFolder, contract: file }, store).createView();
    assert.equal(header.status, 'notStarted');
    assert.equal(chunks[0]?.status, 'notStarted');
    const [requirement] = chunks[0].requirements;
    assert.ok(requirement);
    assert.equal(requirementStyle(requirement).tone, 'quiet');
    assert.equal(statusTone('notStarted'), 'quiet');
  });

  it('explain restricted mode and offer to manage trust', () => {
    const { header } = createCheckSubject({ folder: sampleFolder, contract: file }, createStore(false)).createView();
    assert.equal(header.restricted, true);
    assert.match(header.notes[0]?.message ?? '', /^Restricted mode: only checks that read files ran/);
    assert.deepEqual(header.actions, ['manage-trust', 'validate']);
  });

  it('[EDIT-4] offer at most four actions for a pending result until it is decided', () => {
    const store = createStore();
    const run = new RunSession({
      folder: sampleFolder,
      contract: file,
      chunk: 'types',
      title: 'Types',
      chunks: [{ id: 'types', title: 'Types' }],
    });
    const subject = createRunSubject(run, store);
    assert.deepEqual(subject.createView().header.actions, ['cancel']);
    const result = {
      status: 'pass',
      chunk: 'types',
      runId: 'r1',
      gates: [],
      warnings: [],
      attempts: [createAttemptReport(1, true)],
    } as const;
    run.end([result]);
    store.dispatch({ type: 'results-listed', folder: sampleFolder, pendingResults: [review] });
    assert.equal(subject.createView().header.status, 'review');
    assert.deepEqual(subject.createView().header.actions, ['accept', 'open-changes', 'try-again', 'discard']);
    assert.equal(subject.memory.runId, 'r1');
    const stored = createStoredRunSubject({ folder: sampleFolder, contract: file, title: 'Types' }, result, store);
    assert.equal(stored.createView().header.status, 'review');
    store.dispatch({ type: 'results-listed', folder: sampleFolder, pendingResults: [] });
    assert.equal(subject.createView().header.status, 'pass');
    assert.equal(stored.createView().header.status, 'pass');
    run.recordLanding({
      files: [],
      conflicts: [{ file: 'a.ts', reason: 'both changed line 1' }],
      notes: [],
      keptRef: 'refs/holdfast/results/r1',
    });
    assert.equal(subject.createView().header.status, 'conflict');
    assert.equal(subject.createView().header.landing?.keptRef, 'refs/holdfast/results/r1');
  });

  it('show a failed chunk even if another one waits for review', () => {
    const store = createStore();
    const run = new RunSession({ folder: sampleFolder, contract: file, title: 'All', chunks: [] });
    const results: ChunkRunResult[] = [
      {
        status: 'pass',
        chunk: 'types',
        runId: 'r1',
        gates: [],
        warnings: [],
        attempts: [createAttemptReport(1, true)],
      },
      {
        status: 'fail',
        chunk: 'check',
        runId: 'r2',
        gates: [],
        warnings: [],
        attempts: [createAttemptReport(1, false)],
      },
    ];
    run.end(results, 'fail', 'r1');
    store.dispatch({ type: 'results-listed', folder: sampleFolder, pendingResults: [review] });
    const { header } = createRunSubject(run, store).createView();
    assert.equal(header.status, 'fail');
    assert.deepEqual(header.actions, ['accept', 'open-changes', 'try-again', 'discard']);
    assert.equal(formatOutcome(run.view, 'review'), '"All": 1 of 2 chunks passed. Review the change to land it.');
  });

  it('[DONE-7] say how many chunks landed after a partial Accept, and stay as red as the failed chunk', () => {
    const store = createStore();
    const chunks = ['types', 'check', 'notes'].map((id) => ({ id, title: id }));
    const run = new RunSession({ folder: sampleFolder, contract: file, title: 'All', chunks });
    const results = chunks.map(({ id }): ChunkRunResult => ({
      status: id === 'check' ? 'fail' : 'pass',
      chunk: id,
      runId: id,
      gates: [],
      warnings: [],
      attempts: [createAttemptReport(1, id !== 'check')],
    }));
    run.end(results, 'fail', 'r1');
    run.recordLanding({ commit: 'c0ffee', files: ['src/types.ts'], conflicts: [], notes: [] });
    const { header } = createRunSubject(run, store).createView();
    assert.equal(header.status, 'fail');
    assert.equal(header.statusText, 'Landed 2 of 3');
    const { state } = run;
    assert.equal(state.kind === 'ended' && state.status, 'fail');
  });

  const unverifiedReport = createAttemptReport(1, true);
  const unverified: ChunkRunResult = {
    status: 'pass',
    chunk: 'types',
    runId: 'r1',
    gates: [],
    warnings: [],
    attempts: [{ ...unverifiedReport, validation: { ...unverifiedReport.validation, unverified: true } }],
  };

  it('[DONE-3] [DONE-7] give no tick to a chunk that nothing verified, nor to its run', () => {
    const store = createStore();
    const chunks = [
      { id: 'types', title: 'Types' },
      { id: 'check', title: 'Check' },
    ];
    const run = new RunSession({ folder: sampleFolder, contract: file, title: 'All', chunks });
    run.end([unverified, { ...unverified, chunk: 'check', runId: 'r2', attempts: [createAttemptReport(1, true)] }]);
    const subject = createRunSubject(run, store);
    assert.deepEqual(
      subject.createView().chunks.map(({ status, attempts }) => [status, attempts[0]?.state]),
      [
        ['unverified', 'unverified'],
        ['pass', 'passed'],
      ],
    );
    assert.equal(subject.createView().header.status, 'unverified');
    assert.equal(run.outcome, 'pass');
    assert.equal(formatOutcome(run.view, 'pass'), '"All" passed (2 of 2 chunks, 1 not verified).');
    store.dispatch({ type: 'results-listed', folder: sampleFolder, pendingResults: [review] });
    const { header } = subject.createView();
    assert.deepEqual([header.status, header.statusText], ['review', '1 of 2 not verified, waiting for your review']);
    run.recordLanding({ commit: 'c0ffee', files: ['src/types.ts'], conflicts: [], notes: [] });
    store.dispatch({ type: 'results-listed', folder: sampleFolder, pendingResults: [] });
    assert.equal(subject.createView().header.status, 'unverified');
  });

  it('[DONE-3] count a gate that passed as verification', () => {
    const gate = createGateReport({ verdict: 'PASS' });
    const [attempt] = unverified.attempts;
    assert.ok(attempt);
    const judged = { ...attempt, validation: { ...attempt.validation, gates: [gate] } };
    const result = { ...unverified, gates: [gate], attempts: [judged] };
    const { chunks } = createStoredRunSubject(
      { folder: sampleFolder, contract: file, title: 'Types' },
      result,
      createStore(),
    ).createView();
    assert.deepEqual([chunks[0]?.status, chunks[0]?.attempts[0]?.state], ['pass', 'passed']);
  });

  it('[DONE-7] say that a result was discarded, in this window and from the history', () => {
    const store = createStore();
    const result = { ...unverified, attempts: [createAttemptReport(1, true)] };
    const source = { folder: sampleFolder, contract: file, title: 'Types' };
    const run = new RunSession({ ...source, chunk: 'types', chunks: [{ id: 'types', title: 'Types' }] });
    run.end([result]);
    run.recordDiscard();
    const { header, chunks } = createRunSubject(run, store).createView();
    assert.deepEqual([header.status, chunks[0]?.status], ['discarded', 'discarded']);
    const { state } = run;
    assert.equal(state.kind === 'ended' && state.status, 'discarded');
    const stored = createStoredRunSubject(source, result, store);
    assert.deepEqual(stored.createView().header.statusText, 'Passed, not landed');
    store.dispatch({ type: 'result-resolved', folder: sampleFolder, runId: 'r1', resolution: 'discarded' });
    assert.equal(stored.createView().header.status, 'discarded');
    const reloaded = createStoredRunSubject({ ...source, resolution: 'discarded' }, result, createStore());
    assert.equal(reloaded.createView().header.status, 'discarded');
    const accepted = createStoredRunSubject({ ...source, resolution: 'accepted' }, result, createStore());
    assert.deepEqual(
      [accepted.createView().header.status, accepted.createView().header.statusText],
      ['pass', undefined],
    );
  });

  it('[EDIT-8] offer to run anyway and to open a terminal if the build failed before the first attempt', () => {
    const store = createStore();
    const details = 'Dependencies are not installed.';
    const result: ChunkRunResult = {
      ...unverified,
      status: 'blocked',
      attempts: [],
      reason: details,
      blockedBy: [{ type: 'failing_build', item: 'npm run build', stopsRun: true, details }],
    };
    const source = { folder: sampleFolder, contract: file, title: 'Types' };
    const run = new RunSession({ ...source, chunk: 'types', chunks: [{ id: 'types', title: 'Types' }] });
    run.end([result]);
    const actions = ['open-terminal', 'run', 'run-anyway'];
    assert.deepEqual(createRunSubject(run, store).createView().header.actions, actions);
    assert.deepEqual(createStoredRunSubject(source, result, store).createView().header.actions, actions);
  });

  const passing: ChunkRunResult = { ...unverified, attempts: [createAttemptReport(1, true)] };
  const source = { folder: sampleFolder, contract: file, title: 'Types' };
  const conflict = {
    files: [],
    conflicts: [{ file: 'a.ts', reason: 'both changed line 1', isMergeable: true as const }],
    notes: [],
  };

  it('[EDIT-4] offer the merge editor and the own version in the panel as long as a conflict waits', () => {
    const store = createStore();
    const run = new RunSession({ ...source, chunk: 'types', chunks: [{ id: 'types', title: 'Types' }] });
    run.end([passing]);
    store.dispatch({ type: 'results-listed', folder: sampleFolder, pendingResults: [review] });
    store.dispatch({ type: 'result-landed', folder: sampleFolder, runId: 'r1', landing: conflict });
    run.recordLanding(conflict);
    const actions = ['merge', 'accept', 'land-mine', 'discard'];
    assert.deepEqual(createRunSubject(run, store).createView().header.actions, actions);
    const stored = createStoredRunSubject(source, passing, store).createView().header;
    assert.deepEqual([stored.actions, stored.status], [actions, 'conflict']);
    const other = { ...conflict, conflicts: [{ file: 'a.ts', reason: 'both changed line 1' }] };
    store.dispatch({ type: 'result-landed', folder: sampleFolder, runId: 'r1', landing: other });
    assert.deepEqual(createRunSubject(run, store).createView().header.actions[0], 'accept');
  });

  it('[ENF-UI-2] keep the reason of an aborted run in the history', () => {
    const aborted = {
      ...passing,
      status: 'aborted',
      error: { code: 'model', message: 'No answer', hint: 'Try later.' },
    };
    const { header } = createStoredRunSubject(source, aborted as ChunkRunResult, createStore()).createView();
    assert.deepEqual(
      header.notes.map(({ message }) => message),
      ['No answer', 'Try later.'],
    );
  });

  it('[ENF-UI-2] call a run of another process running, and never aborted', () => {
    const known = { ...passing, status: 'aborted', attempts: [], reason: 'The run has not ended yet.' } as const;
    const { header, chunks } = createStoredRunSubject(
      { ...source, isRunning: true },
      known,
      createStore(),
    ).createView();
    assert.deepEqual([header.status, header.actions], ['running', []]);
    assert.deepEqual([chunks[0]?.status, chunks[0]?.reason], ['running', undefined]);
  });

  it('[DONE-7] call what has landed landed: after Accept, without a review, and from the history', () => {
    const store = createStore();
    const landing = { commit: 'c0ffee', files: ['a.ts'], conflicts: [], notes: [] };
    const newRun = () => new RunSession({ ...source, chunk: 'types', chunks: [{ id: 'types', title: 'Types' }] });
    const accepted = newRun();
    accepted.end([passing]);
    accepted.recordLanding(landing);
    const unattended = newRun();
    unattended.end([{ ...passing, landed: landing }]);
    const texts = [createRunSubject(accepted, store), createRunSubject(unattended, store)].map(
      (subject) => subject.createView().header.statusText,
    );
    texts.push(createStoredRunSubject(source, { ...passing, landed: landing }, store).createView().header.statusText);
    assert.deepEqual(texts, ['Landed', 'Landed', 'Landed']);
    accepted.recordUndo();
    const { header } = createRunSubject(accepted, store).createView();
    assert.deepEqual([header.statusText, header.landing], ['Landed and undone', undefined]);
  });

  it('[EDIT-1] say what a run will cost before it starts, as far as earlier runs tell it', () => {
    const store = createStore();
    const estimate = () =>
      createCheckSubject({ folder: sampleFolder, contract: file, chunk: 'types' }, store).createView().header.estimate;
    assert.equal(estimate(), undefined);
    const past = { runs: 4, costUsd: 2, isCostPartial: false, hasLandings: true, hasPlanTries: false };
    store.dispatch({ type: 'past-read', folder: sampleFolder, past });
    assert.match(estimate() ?? '', /about \$0\.50/);
  });

  it('[EDIT-4] offer never more than four actions, and after a failed run to try again with a remark', () => {
    const run = new RunSession({ ...source, chunk: 'types', chunks: [{ id: 'types', title: 'Types' }] });
    run.end([{ ...passing, status: 'fail', attempts: [createAttemptReport(1, false)] }]);
    const { actions } = createRunSubject(run, createStore()).createView().header;
    assert.deepEqual(actions, ['run', 'try-again', 'validate']);
  });

  it('offer remedies for a run that could not start', () => {
    const run = new RunSession({ folder: sampleFolder, contract: file, title: 'All', chunks: [] });
    const offered = (thrown: HoldfastError) => {
      run.fail(toFailure(thrown), 'aborted', findRemedy(thrown));
      return createRunSubject(run, createStore()).createView().header.actions;
    };
    const noModel = new HoldfastError('model', 'Failed to call the model');
    assert.deepEqual(offered(noModel), ['run', 'select-model', 'set-api-key', 'show-log']);
    const damaged = new DamagedHistoryError('open', 'history.db', undefined);
    assert.deepEqual(offered(damaged), ['run', 'move-history-aside', 'show-log']);
    assert.deepEqual(offered(new HoldfastError('storage', 'The disk is full')), ['run', 'show-log']);
  });

  it('[ENF-UI-2] follow the run and send only changed chunks', () => {
    const store = createStore();
    const run = new RunSession({
      folder: sampleFolder,
      contract: file,
      title: 'All',
      chunks: [
        { id: 'types', title: 'Types' },
        { id: 'check', title: 'Check' },
      ],
    });
    const subject = createRunSubject(run, store);
    let notifications = 0;
    const subscription = subject.subscribe(() => notifications++);
    const before = subject.createView();
    run.report({ type: 'chunk-started', runId: 'r1', chunk: 'types', title: 'Types', maxAttempts: 3 });
    run.report({ type: 'attempt-started', chunk: 'types', number: 1, of: 3 });
    assert.equal(notifications, 2);
    const update = computePanelUpdate(before, subject.createView());
    assert.ok(update?.type === 'update');
    assert.deepEqual(
      update.chunks.map((chunk) => chunk.id),
      ['types'],
    );
    assert.deepEqual(update.order, ['types', 'check']);
    assert.equal(computePanelUpdate(subject.createView(), subject.createView()), undefined);
    subscription.dispose();
    run.report({ type: 'attempt-started', chunk: 'types', number: 2, of: 3 });
    assert.equal(notifications, 2);
  });
});
