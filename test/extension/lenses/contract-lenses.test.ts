import assert from 'node:assert/strict';
import { createContractLenses } from '../../../src/extension/lenses/contract-lenses.ts';
import type { ContractState, FolderState } from '../../../src/extension/state/workspace-state.ts';
import {
  createAmendment,
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleFolder,
  createPendingChoice,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = createDocument(file);
const check = createContractCheck(document, [
  createChunkCheck('types', [createAssertionResult(true), createAssertionResult(false)]),
  createChunkCheck('check', [createAssertionResult(true)]),
]);
const contract: ContractState = { folder: sampleFolder, contract: file, document, checking: false, check };
const state: FolderState = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [contract],
  reviews: [],
  choices: [],
  amendments: [],
};

const titlesAt = (folderState: FolderState, line: number) =>
  createContractLenses(folderState, contract, document)
    .filter((lens) => lens.range.start.line === line)
    .map((lens) => lens.title);

describe('createContractLenses', () => {
  it('[ENF-UI-3] offers to run and validate each chunk at its position, with its status n/m', () => {
    assert.deepEqual(titlesAt(state, 3), ['▶ Run', 'Validate', '✗ 1/2']);
    assert.deepEqual(titlesAt(state, 9), ['▶ Run', 'Validate', '✓ 1/1']);
    const run = createContractLenses(state, contract, document).find((lens) => lens.command === 'holdfast.runChunk');
    assert.deepEqual(run?.argument, { folder: sampleFolder, contract: file, chunk: 'types' });
  });

  it('[ENF-UI-3] offers to run all chunks at the top', () => {
    assert.deepEqual(titlesAt(state, 0), ['▶ Run All', 'Validate All', 'Validate Fully', '✗ 1/2 chunks']);
  });

  it('[ENF-UI-3] shows the attempt of a running chunk and offers to cancel it', () => {
    const running: FolderState = {
      ...state,
      run: { kind: 'running', contract: file, chunk: 'types', attempt: 2, of: 3 },
    };
    assert.deepEqual(titlesAt(running, 3), ['■ Cancel', 'Validate', '$(sync~spin) attempt 2 of 3']);
    assert.deepEqual(titlesAt(running, 9), ['▶ Run', 'Validate', '✓ 1/1']);
  });

  it('offers a pending result at its chunk', () => {
    const review = { runId: 'r1', contract: file, chunks: [{ id: 'check', title: 'checkHealth' }], createdAt: 'now' };
    const waiting: FolderState = { ...state, reviews: [review] };
    assert.deepEqual(titlesAt(waiting, 9), ['▶ Run', 'Validate', '● Review result']);
    assert.equal(titlesAt(waiting, 0).at(-1), '● 1/2 chunks, 1 result to review');
  });

  it('[GATE-6] [ENF-AMEND-3] offers a pending choice and a proposed amendment at their chunk', () => {
    const waiting: FolderState = { ...state, choices: [createPendingChoice()], amendments: [createAmendment()] };
    assert.deepEqual(titlesAt(waiting, 3), ['▶ Run', 'Validate', '● Resolve failed gate', '● Amendment proposed']);
    assert.deepEqual(titlesAt(waiting, 9), ['▶ Run', 'Validate', '✓ 1/1']);
    const commands = createContractLenses(waiting, contract, document).map(({ command, argument }) => [
      command,
      argument,
    ]);
    assert.deepEqual(commands.at(6), ['holdfast.choose', { folder: sampleFolder, runId: 'r1' }]);
    assert.deepEqual(commands.at(7), ['holdfast.showAmendment', { folder: sampleFolder, amendment: 'a1' }]);
  });

  it('creates no lenses for an invalid contract', () => {
    assert.deepEqual(createContractLenses(state, contract, createDocument(file, 'chunks: [')), []);
  });
});
