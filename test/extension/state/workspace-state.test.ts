import assert from 'node:assert/strict';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { findContract, initialState, reduceWorkspace } from '../../../src/extension/state/workspace-state.ts';
import { assertionResult, chunkCheck, contractCheck, documentOf, folder } from '../support/samples.ts';

const contract = 'health.contract.yaml';
const check = contractCheck(documentOf(contract), [chunkCheck('types', [assertionResult(false)])]);
const opened = [
  { type: 'folders-changed', folders: [{ folder, name: 'repo' }] },
  { type: 'contracts-listed', folder, documents: [documentOf(contract)] },
  { type: 'check-ended', target: { folder, contract }, check },
] as const;
const state = opened.reduce(reduceWorkspace, initialState(true));

describe('reduceWorkspace', () => {
  it('keeps the verdict of a contract that is listed again or could not be checked again', () => {
    const later = (
      [
        { type: 'contracts-listed', folder, documents: [documentOf(contract)] },
        { type: 'check-started', target: { folder, contract } },
        { type: 'check-failed', target: { folder, contract }, failure: { message: 'no' } },
      ] as const
    ).reduce(reduceWorkspace, state);
    assert.equal(findContract(later, { folder, contract })?.check, check);
    assert.equal(findContract(later, { folder, contract })?.checking, false);
  });

  it('stays the same where a list that is read anew says the same', () => {
    const review = { runId: 'r1', contract, chunks: [{ id: 'types', title: 'Types' }], createdAt: '2026-11-22' };
    const listed = reduceWorkspace(state, { type: 'reviews-listed', folder, reviews: [review] });
    assert.notEqual(listed, state);
    assert.equal(reduceWorkspace(listed, { type: 'reviews-listed', folder, reviews: [{ ...review }] }), listed);
    assert.equal(reduceWorkspace(listed, { type: 'choices-listed', folder, choices: [] }), listed);
  });

  it('forgets folders and contracts that are gone, and what is said of them later', () => {
    const empty = reduceWorkspace(state, { type: 'contracts-listed', folder, documents: [] });
    assert.equal(findContract(empty, { folder, contract }), undefined);
    assert.equal(reduceWorkspace(empty, { type: 'check-ended', target: { folder, contract }, check }), empty);
    const closed = reduceWorkspace(state, { type: 'folders-changed', folders: [] });
    assert.equal(
      reduceWorkspace(closed, { type: 'contracts-listed', folder, documents: [documentOf(contract)] }),
      closed,
    );
  });
});

describe('WorkspaceStore', () => {
  it('tells every listener of every change, also where one of them throws', () => {
    const errors: unknown[] = [];
    const store = new WorkspaceStore(initialState(false), (error) => errors.push(error));
    const heard: boolean[] = [];
    store.subscribe(() => {
      throw new Error('broken view');
    });
    const subscription = store.subscribe((next, previous) => heard.push(next.trusted && !previous.trusted));
    store.dispatch({ type: 'trust-changed', trusted: true });
    subscription.dispose();
    store.dispatch({ type: 'trust-changed', trusted: false });
    assert.deepEqual(heard, [true]);
    assert.equal(errors.length, 2);
  });
});
