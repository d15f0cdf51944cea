import assert from 'node:assert/strict';
import { statusBarView } from '../../../src/extension/status-bar/status-words.ts';
import type { FolderState, WorkspaceState } from '../../../src/extension/state/workspace-state.ts';
import {
  amendmentOf,
  assertionResult,
  chunkCheck,
  contractCheck,
  documentOf,
  folder,
  pendingChoice,
} from '../support/samples.ts';

const contract = 'health.contract.yaml';
const check = contractCheck(documentOf(contract), [
  chunkCheck('types', [assertionResult(true)]),
  chunkCheck('check', [assertionResult(false)]),
]);
const base: FolderState = {
  folder,
  name: 'repo',
  status: 'ready',
  contracts: [{ folder, contract, document: documentOf(contract), checking: false, check }],
  reviews: [],
  choices: [],
  amendments: [],
};
const view = (over: Partial<FolderState>, trusted = true) =>
  statusBarView({ trusted, folders: [{ ...base, ...over }] } satisfies WorkspaceState);

describe('the status bar', () => {
  it('is silent without a contract', () => {
    assert.equal(view({ contracts: [] }), undefined);
  });

  it('[ENF-UI-3] a running chunk shows its attempt', () => {
    const shown = view({ run: { kind: 'running', contract, chunk: 'types', title: 'Types', attempt: 2, of: 3 } });
    assert.equal(shown?.text, '$(sync~spin) Types 2 of 3');
    assert.deepEqual(shown.argument, { folder, contract, chunk: 'types' });
  });

  it('what waits for review comes before the last verdict, and that before how the chunks stand', () => {
    const run = { kind: 'ended', contract, title: 'Types', status: 'fail', reason: 'No.' } as const;
    const review = { runId: 'r', contract, chunks: [], createdAt: 'now' };
    assert.equal(view({ run, reviews: [review] })?.text, '$(git-pull-request) Holdfast: 1 to review');
    assert.equal(view({ run })?.text, '$(error) Types: fail');
    assert.equal(view({})?.text, '$(checklist) 1/2 chunks');
  });

  it('[GATE-6] [ENF-AMEND-3] what waits for a decision comes first, and a click leads to it', () => {
    const review = { runId: 'r', contract, chunks: [], createdAt: 'now' };
    const all = view({ choices: [pendingChoice()], amendments: [amendmentOf()], reviews: [review] });
    assert.equal(all?.text, '$(question) Holdfast: 1 to choose, 1 to amend, 1 to review');
    assert.equal(all.command, 'holdfast.choose');
    assert.equal(view({ amendments: [amendmentOf()] })?.command, 'holdfast.showAmendment');
    assert.equal(view({ reviews: [review] })?.command, 'holdfast.openChanges');
    assert.equal(view({})?.command, 'holdfast.showResults');
  });

  it('says so while the first check runs', () => {
    const [contractState] = base.contracts;
    const contracts = [{ ...contractState!, check: undefined, checking: true }];
    assert.equal(view({ contracts })?.text, '$(sync~spin) Holdfast: checking');
  });

  it('says that the window is restricted', () => {
    assert.equal(view({}, false)?.text, '$(shield) Holdfast: restricted');
  });
});
