import assert from 'node:assert/strict';
import { contractLenses } from '../../../src/extension/lenses/contract-lenses.ts';
import type { ContractState, FolderState } from '../../../src/extension/state/workspace-state.ts';
import {
  amendmentOf,
  assertionResult,
  chunkCheck,
  contractCheck,
  documentOf,
  folder,
  pendingChoice,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = documentOf(file);
const check = contractCheck(document, [
  chunkCheck('types', [assertionResult(true), assertionResult(false)]),
  chunkCheck('check', [assertionResult(true)]),
]);
const contract: ContractState = { folder, contract: file, document, checking: false, check };
const state: FolderState = {
  folder,
  name: 'repo',
  status: 'ready',
  contracts: [contract],
  reviews: [],
  choices: [],
  amendments: [],
};

const titlesAt = (folderState: FolderState, line: number) =>
  contractLenses(folderState, contract, document)
    .filter((lens) => lens.range.start.line === line)
    .map((lens) => lens.title);

describe('contractLenses', () => {
  it('[ENF-UI-3] every chunk can be run and validated where it stands, with its status n/m', () => {
    assert.deepEqual(titlesAt(state, 3), ['▶ Run', 'Validate', '✗ 1/2']);
    assert.deepEqual(titlesAt(state, 9), ['▶ Run', 'Validate', '✓ 1/1']);
    const run = contractLenses(state, contract, document).find((lens) => lens.command === 'holdfast.runChunk');
    assert.deepEqual(run?.argument, { folder, contract: file, chunk: 'types' });
  });

  it('[ENF-UI-3] all chunks can be run from the top', () => {
    assert.deepEqual(titlesAt(state, 0), ['▶ Run all', 'Validate all', '✗ 1/2 chunks']);
  });

  it('[ENF-UI-3] the chunk that runs shows its attempt and can be cancelled', () => {
    const running: FolderState = {
      ...state,
      run: { kind: 'running', contract: file, chunk: 'types', attempt: 2, of: 3 },
    };
    assert.deepEqual(titlesAt(running, 3), ['■ Cancel', 'Validate', '$(sync~spin) attempt 2 of 3']);
    assert.deepEqual(titlesAt(running, 9), ['▶ Run', 'Validate', '✓ 1/1']);
  });

  it('a result that waits is offered where its chunk stands', () => {
    const review = { runId: 'r1', contract: file, chunks: [{ id: 'check', title: 'checkHealth' }], createdAt: 'now' };
    const waiting: FolderState = { ...state, reviews: [review] };
    assert.deepEqual(titlesAt(waiting, 9), ['▶ Run', 'Validate', '● Review the result']);
  });

  it('[GATE-6] [ENF-AMEND-3] a choice that waits and a proposed amendment are offered where their chunk stands', () => {
    const waiting: FolderState = { ...state, choices: [pendingChoice()], amendments: [amendmentOf()] };
    assert.deepEqual(titlesAt(waiting, 3), ['▶ Run', 'Validate', '● Choose how to go on', '● Amendment proposed']);
    assert.deepEqual(titlesAt(waiting, 9), ['▶ Run', 'Validate', '✓ 1/1']);
    const commands = contractLenses(waiting, contract, document).map(({ command, argument }) => [command, argument]);
    assert.deepEqual(commands.at(5), ['holdfast.choose', { folder, runId: 'r1' }]);
    assert.deepEqual(commands.at(6), ['holdfast.showAmendment', { folder, amendment: 'a1' }]);
  });

  it('a text that is not a contract has none', () => {
    assert.deepEqual(contractLenses(state, contract, documentOf(file, 'chunks: [')), []);
  });
});
