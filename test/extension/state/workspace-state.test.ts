import assert from 'node:assert/strict';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { getShownContract } from '../../../src/extension/state/shown-contract.ts';
import { findContract, createInitialState, reduceWorkspace } from '../../../src/extension/state/workspace-state.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  REGRESSED,
  sampleFolder,
  withPast,
} from '../support/samples.ts';

const contract = 'health.contract.yaml';
const check = createContractCheck(createDocument(contract), [
  createChunkCheck('types', [createAssertionResult(false)]),
]);
const opened = [
  { type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] },
  { type: 'contracts-listed', folder: sampleFolder, documents: [createDocument(contract)] },
  { type: 'check-ended', target: { folder: sampleFolder, contract }, check },
] as const;
const state = opened.reduce(reduceWorkspace, createInitialState(true));

describe('reduceWorkspace', () => {
  it('keeps the check result of a contract that is listed again or fails to be checked', () => {
    const later = (
      [
        { type: 'contracts-listed', folder: sampleFolder, documents: [createDocument(contract)] },
        { type: 'check-started', target: { folder: sampleFolder, contract } },
        { type: 'check-failed', target: { folder: sampleFolder, contract }, failure: { message: 'no' } },
      ] as const
    ).reduce(reduceWorkspace, state);
    assert.equal(findContract(later, { folder: sampleFolder, contract })?.check, check);
    assert.equal(findContract(later, { folder: sampleFolder, contract })?.checking, false);
  });

  it('[EDIT-6] shows what a full check of the same files failed, until a file changes', () => {
    const target = { folder: sampleFolder, contract };
    const verdicts = (one: typeof state) => {
      const found = findContract(one, target);
      return found && getShownContract(found).check?.chunks.map(({ verdict, progress }) => [verdict, progress]);
    };
    const green = createContractCheck(createDocument(contract), [
      createChunkCheck('types', [createAssertionResult(true)]),
    ]);
    const satisfied = reduceWorkspace(state, { type: 'check-ended', target, check: green });
    const failed = reduceWorkspace(satisfied, { type: 'full-check-ended', target, check });
    assert.deepEqual(verdicts(failed), [['unsatisfied', 'failedRun']]);
    const changed = reduceWorkspace(failed, { type: 'full-checks-outdated', folder: sampleFolder });
    assert.deepEqual(verdicts(changed), verdicts(satisfied));
  });

  it('[EDIT-6] keeps the last state that was read until the text is a contract again', () => {
    const target = { folder: sampleFolder, contract };
    const typed = createDocument(contract, 'chunks: [');
    const listed = reduceWorkspace(state, { type: 'contracts-listed', folder: sampleFolder, documents: [typed] });
    const checked = reduceWorkspace(listed, { type: 'check-ended', target, check: createContractCheck(typed, []) });
    for (const each of [listed, checked]) {
      const found = findContract(each, target);
      assert.equal(found?.document, typed);
      assert.equal(found.lastRead?.check, check);
      assert.equal(getShownContract(found).check?.chunks.length, 1);
      assert.equal(getShownContract(found).isStale, true);
    }
    assert.equal(findContract(checked, target)?.check?.problems, typed.problems, 'the problems are those of the text');
    const again = reduceWorkspace(checked, { type: 'check-ended', target, check });
    assert.deepEqual(getShownContract(findContract(again, target)!), {
      document: check.document,
      check,
      plan: undefined,
      isStale: false,
    });
  });

  it('[EDIT-6] keeps what is known of the past of a chunk through checks, until it is satisfied', () => {
    const target = { folder: sampleFolder, contract };
    const progressOf = (each: typeof state) => findContract(each, target)?.check?.chunks[0]?.progress;
    const answered = { ...check, chunks: check.chunks.map((chunk) => withPast(chunk, REGRESSED)) };
    const known = reduceWorkspace(state, { type: 'progress-read', target, check: answered });
    assert.equal(progressOf(known), 'regressed');
    assert.equal(reduceWorkspace(known, { type: 'progress-read', target, check: answered }), known, 'redraws nothing');
    const failsAgain = reduceWorkspace(known, { type: 'check-ended', target, check });
    assert.equal(progressOf(failsAgain), 'regressed');
    const fixed = createContractCheck(createDocument(contract), [
      createChunkCheck('types', [createAssertionResult(true)]),
    ]);
    const passes = reduceWorkspace(failsAgain, { type: 'check-ended', target, check: fixed });
    assert.equal(progressOf(passes), undefined);
    assert.equal(progressOf(reduceWorkspace(passes, { type: 'progress-read', target, check: answered })), undefined);
  });

  it('stays the same object if a list did not change', () => {
    const review = { runId: 'r1', contract, chunks: [{ id: 'types', title: 'Types' }], createdAt: '2026-11-22' };
    const listed = reduceWorkspace(state, { type: 'results-listed', folder: sampleFolder, pendingResults: [review] });
    assert.notEqual(listed, state);
    assert.equal(
      reduceWorkspace(listed, { type: 'results-listed', folder: sampleFolder, pendingResults: [{ ...review }] }),
      listed,
    );
    assert.equal(reduceWorkspace(listed, { type: 'choices-listed', folder: sampleFolder, choices: [] }), listed);
  });

  it('removes folders and contracts, and ignores later actions on them', () => {
    const empty = reduceWorkspace(state, { type: 'contracts-listed', folder: sampleFolder, documents: [] });
    assert.equal(findContract(empty, { folder: sampleFolder, contract }), undefined);
    assert.equal(
      reduceWorkspace(empty, { type: 'check-ended', target: { folder: sampleFolder, contract }, check }),
      empty,
    );
    const closed = reduceWorkspace(state, { type: 'folders-changed', folders: [] });
    assert.equal(
      reduceWorkspace(closed, {
        type: 'contracts-listed',
        folder: sampleFolder,
        documents: [createDocument(contract)],
      }),
      closed,
    );
  });
});

describe('WorkspaceStore', () => {
  it('notifies every listener of every change, even if one of them throws', () => {
    const errors: unknown[] = [];
    const store = new WorkspaceStore(createInitialState(false), (error) => errors.push(error));
    const notified: boolean[] = [];
    store.subscribe(() => {
      throw new Error('broken view');
    });
    const subscription = store.subscribe((next, previous) => notified.push(next.trusted && !previous.trusted));
    store.dispatch({ type: 'trust-changed', trusted: true });
    subscription.dispose();
    store.dispatch({ type: 'trust-changed', trusted: false });
    assert.deepEqual(notified, [true]);
    assert.equal(errors.length, 2);
  });
});
