import assert from 'node:assert/strict';
import type { ContractState } from '../../../src/extension/state/workspace-state.ts';
import { createContractTestNode, listRequirementNodes } from '../../../src/extension/testing/test-nodes.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  failedSuggestion,
  REGRESSED,
  sampleFolder,
  withPast,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = createDocument(file);

function createState(...past: Parameters<typeof withPast>[1][]): ContractState {
  const chunks = ['types', 'check'].map((id, index) => {
    const chunk = createChunkCheck(id, [createAssertionResult(past[index] === undefined)]);
    return withPast(chunk, past[index] ?? {});
  });
  const check = createContractCheck(document, chunks);
  return { folder: sampleFolder, contract: file, document, checking: false, check };
}

describe('the test items of a contract', () => {
  it('[EDIT-5] are the contract and its chunks at their lines', () => {
    const { label, description, range, chunks } = createContractTestNode(createState());
    assert.deepEqual([label, description, range?.start.line], ['Health checks', `2/2 chunks · ${file}`, 1]);
    assert.deepEqual(
      chunks.map((chunk) => [chunk.id, chunk.label, chunk.range?.start.line]),
      [
        ['types', 'Health check types', 3],
        ['check', 'checkHealth', 9],
      ],
    );
  });

  it('[EDIT-5] sort failing chunks first, then those that are not done', () => {
    const sorted = (state: ContractState) =>
      [...createContractTestNode(state).chunks]
        .sort((one, other) => one.sortText.localeCompare(other.sortText))
        .map(({ id }) => id);
    assert.deepEqual(sorted(createState()), ['types', 'check'], 'the order of the contract');
    assert.deepEqual(sorted(createState({ progress: 'notStarted' }, REGRESSED)), ['check', 'types']);
    const passing = createContractTestNode(createState()).sortText;
    const failing = createContractTestNode(createState(REGRESSED)).sortText;
    assert.ok(failing < passing);
  });

  it('[EDIT-5] keep the chunks of the last state while the text is being typed', () => {
    const state = createState();
    const typed = createDocument(file, 'chunks: [');
    const stale = { ...state, document: typed, check: createContractCheck(typed, []), lastRead: state };
    assert.deepEqual(createContractTestNode(stale), createContractTestNode(state));
    const unreadable = { ...state, document: typed, check: createContractCheck(typed, []) };
    assert.deepEqual(createContractTestNode(unreadable).chunks, []);
  });

  it('[EDIT-5] list postconditions, asserts and suggestions, each with an id that edits elsewhere do not change', () => {
    const postcondition = createAssertionResult(true, {
      assertion: {
        type: 'assert',
        message: 'Postcondition: a.ts must exist',
        check: { type: 'file_exists', target: 'a.ts' },
      },
    });
    const same = createAssertionResult(true);
    const chunk = {
      ...createChunkCheck('types', [same, same]),
      postconditionResults: [postcondition],
      suggestResults: [failedSuggestion],
    };
    const nodes = listRequirementNodes(chunk);
    assert.deepEqual(
      nodes.map(({ label, description }) => [label, description]),
      [
        ['Postcondition: a.ts must exist', 'file_exists'],
        ['Must export the HealthCheckResult type', 'export_exists'],
        ['Must export the HealthCheckResult type', 'export_exists'],
        ['Should use try/catch with typed errors', 'suggestion'],
      ],
    );
    assert.equal(new Set(nodes.map(({ id }) => id)).size, 4);
    const without = listRequirementNodes({ ...chunk, postconditionResults: [] });
    assert.deepEqual(
      without.map(({ id }) => id),
      nodes.slice(1).map(({ id }) => id),
    );
    assert.equal(nodes[1]?.range?.start.line, 2);
  });
});
