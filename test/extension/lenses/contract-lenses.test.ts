import assert from 'node:assert/strict';
import { createContractLenses } from '../../../src/extension/lenses/contract-lenses.ts';
import { findMovedLine } from '../../../src/extension/lenses/moved-line.ts';
import { readShownLenses } from '../../../src/extension/settings/presentation-settings.ts';
import type { ContractState, FolderState } from '../../../src/extension/state/workspace-state.ts';
import {
  createAmendment,
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleFolder,
  createPendingChoice,
  REGRESSED,
  sampleText,
  withPast,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = createDocument(file);
const check = createContractCheck(document, [
  withPast(createChunkCheck('types', [createAssertionResult(true), createAssertionResult(false)]), REGRESSED),
  createChunkCheck('check', [createAssertionResult(true)]),
]);
const contract: ContractState = { folder: sampleFolder, contract: file, document, checking: false, check };
const state: FolderState = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [contract],
  pendingResults: [],
  choices: [],
  amendments: [],
};

const titlesAt = (folderState: FolderState, line: number) =>
  createContractLenses(folderState, contract, document)
    .filter((lens) => lens.range.start.line === line)
    .map((lens) => lens.title);

describe('createContractLenses', () => {
  it('[ENF-UI-3] offers to run and validate each chunk at its position, with its status n/m', () => {
    assert.deepEqual(titlesAt(state, 3), ['✦ Run', 'Validate', '✗ 1/2']);
    assert.deepEqual(titlesAt(state, 9), ['✦ Run', 'Validate', '✓ 1/1']);
    const run = createContractLenses(state, contract, document).find((lens) => lens.command === 'holdfast.runChunk');
    assert.deepEqual(run?.argument, { folder: sampleFolder, contract: file, chunk: 'types' });
  });

  it('[ENF-UI-3] offers to run all chunks at the top', () => {
    assert.deepEqual(titlesAt(state, 0), ['✦ Run All', 'Validate All', 'Validate Fully', '✗ 1/2 chunks']);
  });

  it('[ENF-UI-3] shows the attempt of a running chunk and offers to cancel it', () => {
    const running: FolderState = {
      ...state,
      run: { kind: 'running', contract: file, chunk: 'types', attempt: 2, of: 3 },
    };
    assert.deepEqual(titlesAt(running, 3), ['■ Cancel', 'Validate', '$(sync~spin) attempt 2 of 3']);
    assert.deepEqual(titlesAt(running, 9), ['✦ Run', 'Validate', '✓ 1/1']);
  });

  it('offers a pending result at its chunk', () => {
    const review = { runId: 'r1', contract: file, chunks: [{ id: 'check', title: 'checkHealth' }], createdAt: 'now' };
    const waiting: FolderState = { ...state, pendingResults: [review] };
    assert.deepEqual(titlesAt(waiting, 9), ['✦ Run', 'Validate', '● Review result']);
    assert.equal(titlesAt(waiting, 0).at(-1), '● 1/2 chunks, 1 result to review');
  });

  it('[GATE-6] [ENF-AMEND-3] offers a pending choice and a proposed amendment at their chunk', () => {
    const waiting: FolderState = { ...state, choices: [createPendingChoice()], amendments: [createAmendment()] };
    assert.deepEqual(titlesAt(waiting, 3), ['✦ Run', 'Validate', '● Resolve failed gate', '● Amendment proposed']);
    assert.deepEqual(titlesAt(waiting, 9), ['✦ Run', 'Validate', '✓ 1/1']);
    const commands = createContractLenses(waiting, contract, document).map(({ command, argument }) => [
      command,
      argument,
    ]);
    assert.deepEqual(commands.at(6), ['holdfast.choose', { folder: sampleFolder, runId: 'r1' }]);
    assert.deepEqual(commands.at(7), ['holdfast.showAmendment', { folder: sampleFolder, amendment: 'a1' }]);
  });

  it('[EDIT-6] marks work that has not begun as neutral', () => {
    const chunks = [
      createChunkCheck('types', [createAssertionResult(true), createAssertionResult(false)]),
      createChunkCheck('check', [createAssertionResult(true)]),
    ];
    const neutral: ContractState = { ...contract, check: createContractCheck(document, chunks) };
    const titles = createContractLenses(state, neutral, document).map(({ title }) => title);
    assert.deepEqual(
      titles.filter((title) => /\d/.test(title)),
      ['○ 1/2 chunks', '○ 1/2', '✓ 1/1'],
    );
  });

  it('[EDIT-6] shows only the groups of the setting', () => {
    const titles = (value: unknown) => {
      const groups = readShownLenses({ explicitValue: () => undefined, effectiveValue: () => value });
      return createContractLenses(state, contract, document, groups).map(({ title }) => title);
    };
    assert.deepEqual(titles(['status', 'unknown']), ['✗ 1/2 chunks', '✗ 1/2', '✓ 1/1']);
    assert.deepEqual(titles([]), []);
    assert.equal(titles(undefined).length, 10);
  });

  it('[EDIT-6] keeps the last state at its chunks while the text is no contract, marked as stale', () => {
    const typed = `# one\n${sampleText.replace('  - id: check', '  - id: [\n  - id: check')}`;
    const stale: ContractState = {
      ...contract,
      document: createDocument(file, typed),
      check: createContractCheck(createDocument(file, typed), []),
      lastRead: { document, check },
    };
    const lineOf = (line: number) => findMovedLine(sampleText.split('\n'), typed.split('\n'), line);
    const status = createContractLenses(state, stale, document, new Set(['status']), lineOf);
    assert.deepEqual(
      status.map(({ title, range }) => [range.start.line, title]),
      [
        [1, '✗ 1/2 chunks (stale)'],
        [4, '✗ 1/2 (stale)'],
        [11, '✓ 1/1 (stale)'],
      ],
    );
    assert.equal(typed.split('\n')[11], '  - id: check');
    assert.match(status[0]?.tooltip ?? '', /The contract has errors/);
  });

  it('creates no lenses for an invalid contract', () => {
    assert.deepEqual(createContractLenses(state, contract, createDocument(file, 'chunks: [')), []);
  });
});
