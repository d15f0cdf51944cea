import assert from 'node:assert/strict';
import { createStatusBarView } from '../../../src/extension/status-bar/status-bar-view.ts';
import type { FolderState, WorkspaceState } from '../../../src/extension/state/workspace-state.ts';
import {
  createAmendment,
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleFolder,
  createPendingChoice,
  REGRESSED,
  withPast,
} from '../support/samples.ts';

const contract = 'health.contract.yaml';
const check = createContractCheck(createDocument(contract), [
  createChunkCheck('types', [createAssertionResult(true)]),
  createChunkCheck('check', [createAssertionResult(false)]),
]);
const base: FolderState = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [{ folder: sampleFolder, contract, document: createDocument(contract), checking: false, check }],
  pendingResults: [],
  choices: [],
  amendments: [],
};
const createView = (over: Partial<FolderState>, trusted = true) =>
  createStatusBarView({ trusted, folders: [{ ...base, ...over }] } satisfies WorkspaceState);

describe('the status bar', () => {
  it('is hidden without a contract', () => {
    assert.equal(createView({ contracts: [] }), undefined);
  });

  it('[ENF-UI-3] shows how long a run takes, and whether what passed has landed', () => {
    const run = { kind: 'running', contract, title: 'Types', startedAt: 1_000 } as const;
    const state = { trusted: true, folders: [{ ...base, run }] };
    assert.equal(createStatusBarView(state, 43_500)?.text, '$(sync~spin) Types 0:42');
    assert.equal(createStatusBarView(state, 3_724_000)?.text, '$(sync~spin) Types 1:02:03');
    const ended = { kind: 'ended', contract, title: 'Types', status: 'pass' } as const;
    assert.equal(createView({ run: ended })?.text, '$(pass) Types: passed');
    const landed = { ...ended, chunk: 'types', isLanded: true } as const;
    assert.equal(createView({ run: landed })?.text, '$(pass) Types: landed');
    const undone = { ...ended, isLanded: true } as const;
    assert.equal(createView({ run: undone })?.text, '$(checklist) 1/2 chunks', 'one of its chunks does not hold now');
  });

  it('[ENF-UI-3] shows the attempt of a running chunk', () => {
    const shown = createView({ run: { kind: 'running', contract, chunk: 'types', title: 'Types', attempt: 2, of: 3 } });
    assert.equal(shown?.text, '$(sync~spin) Types 2 of 3');
    assert.deepEqual(shown.argument, { folder: sampleFolder, contract, chunk: 'types' });
  });

  it('shows pending reviews before the last run, and the last run before the check results', () => {
    const run = { kind: 'ended', contract, title: 'Types', status: 'fail', reason: 'No.' } as const;
    const review = { runId: 'r', contract, chunks: [], createdAt: 'now' };
    assert.equal(createView({ run, pendingResults: [review] })?.text, '$(git-pull-request) Holdfast: 1 review');
    assert.equal(createView({ run })?.text, '$(error) Types: failed');
    assert.equal(createView({})?.text, '$(checklist) 1/2 chunks');
  });

  it('[GATE-6] [ENF-AMEND-3] shows pending decisions first and opens them on click', () => {
    const review = { runId: 'r', contract, chunks: [], createdAt: 'now' };
    const all = createView({
      choices: [createPendingChoice()],
      amendments: [createAmendment()],
      pendingResults: [review],
    });
    assert.equal(all?.text, '$(question) Holdfast: 1 decision, 1 amendment, 1 review');
    assert.equal(all.command, 'holdfast.choose');
    assert.equal(createView({ amendments: [createAmendment()] })?.command, 'holdfast.showAmendment');
    assert.equal(createView({ pendingResults: [review] })?.command, 'holdfast.openChanges');
    assert.equal(createView({})?.command, 'holdfast.showResults');
  });

  it('[EDIT-6] counts failing chunks, and marks the last state of a contract that is being typed', () => {
    assert.equal(createView({})?.text, '$(checklist) 1/2 chunks');
    const [contractState] = base.contracts;
    assert.ok(contractState);
    const document = createDocument(contract);
    const failing = createContractCheck(
      document,
      check.chunks.map((chunk) => (chunk.verdict === 'unsatisfied' ? withPast(chunk, REGRESSED) : chunk)),
    );
    assert.equal(
      createView({ contracts: [{ ...contractState, check: failing }] })?.text,
      '$(checklist) 1/2 chunks, 1 failing',
    );
    const typed = createDocument(contract, 'chunks: [');
    const stale = {
      ...contractState,
      document: typed,
      check: createContractCheck(typed, []),
      lastRead: { document, check },
    };
    const shown = createView({ contracts: [stale] });
    assert.equal(shown?.text, '$(checklist) 1/2 chunks, stale: contract has errors');
    assert.match(shown.tooltip, /A contract has errors/);
  });

  it('reports the first check', () => {
    const [contractState] = base.contracts;
    const contracts = [{ ...contractState!, check: undefined, checking: true }];
    assert.equal(createView({ contracts })?.text, '$(sync~spin) Holdfast: checking');
  });

  it('reports restricted mode', () => {
    assert.equal(createView({}, false)?.text, '$(shield) Holdfast: restricted');
  });

  it('[ASSERT-PSM-003] counts the decisions about work items with the others, also without a contract', () => {
    const approvals = [{ label: '#1 specification', target: {} }];
    const alone = createView({ contracts: [], approvals });
    assert.deepEqual(
      [alone?.text, alone?.tooltip, alone?.attention, alone?.command],
      ['$(eye) Holdfast: 1 approval', '1 decision about work items.', true, 'holdfast.showWorkDocument'],
    );
    const together = createView({ approvals, choices: [createPendingChoice()] });
    assert.equal(together?.text, '$(question) Holdfast: 1 decision, 1 approval');
    assert.equal(together.command, 'holdfast.choose');
  });
});
