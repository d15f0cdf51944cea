import assert from 'node:assert/strict';
import { presentNode } from '../../../src/extension/tree/node-presentation.ts';
import { listChildNodes, listRootNodes } from '../../../src/extension/tree/tree-nodes.ts';
import type { ContractState, FolderState, WorkspaceState } from '../../../src/extension/state/workspace-state.ts';
import { countPendingDecisions } from '../../../src/extension/state/pending-decisions.ts';
import {
  createAmendment,
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleFolder,
  createPendingChoice,
  failedSuggestion,
  REGRESSED,
  withPast,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = createDocument(file);
const check = createContractCheck(document, [
  {
    ...withPast(createChunkCheck('types', [createAssertionResult(false)]), REGRESSED),
    suggestResults: [failedSuggestion],
  },
  createChunkCheck('check', [createAssertionResult(true)]),
]);
const contract: ContractState = { folder: sampleFolder, contract: file, document, checking: false, check };
const folderState: FolderState = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [contract],
  pendingResults: [],
  choices: [],
  amendments: [],
};
const state: WorkspaceState = { trusted: true, folders: [folderState] };

const getLabels = (nodes: ReturnType<typeof listRootNodes>) => nodes.map((node) => presentNode(node).label);

describe('the contract tree', () => {
  it('lists contracts, their chunks and their assertions with their status', () => {
    const [root] = listRootNodes(state);
    assert.ok(root);
    assert.equal(presentNode(root).label, 'Health checks');
    assert.equal(presentNode(root).description, '1/2 chunks · health.contract.yaml');
    const chunks = listChildNodes(root, state);
    assert.deepEqual(getLabels(chunks), ['Health check types', 'checkHealth']);
    assert.deepEqual(
      chunks.map((chunk) => presentNode(chunk).contextValue),
      ['chunk.fails', 'chunk.holds'],
    );
    assert.ok(chunks[0]);
    const assertions = listChildNodes(chunks[0], state).map((node) => presentNode(node));
    assert.deepEqual(
      assertions.map(({ label, icon }) => [label, icon]),
      [
        ['Must export the HealthCheckResult type', 'close'],
        ['Should use try/catch with typed errors', 'info'],
      ],
    );
    assert.match(assertions[0]?.tooltip ?? '', /Expected: .*\nActual: Exports found: HealthCheckStatus/);
    assert.match(assertions[0]?.accessibleLabel ?? '', /not met/);
  });

  it('[EDIT-6] shows nothing in red of work that has not begun', () => {
    const chunk = createChunkCheck('types', [createAssertionResult(false)]);
    const open = {
      ...contract,
      check: createContractCheck(document, [{ ...chunk, suggestResults: [failedSuggestion] }]),
    };
    const openState: WorkspaceState = { trusted: true, folders: [{ ...folderState, contracts: [open] }] };
    const [root] = listRootNodes(openState);
    assert.ok(root);
    const [first] = listChildNodes(root, openState);
    assert.ok(first);
    const nodes = [root, first, ...listChildNodes(first, openState)].map(presentNode);
    assert.equal(nodes.length, 4);
    for (const { color, label } of nodes) assert.equal(color, 'testing.iconUnset', label);
    assert.equal(nodes[1]?.contextValue, 'chunk.notStarted');
    assert.match(nodes[1].accessibleLabel, /Not done yet: 0 of 1 requirements met/);
  });

  it('[EDIT-6] keeps the chunks of a contract while its text is being typed, marked as stale', () => {
    const typed = createDocument(file, 'chunks: [');
    const stale = {
      ...contract,
      document: typed,
      check: createContractCheck(typed, []),
      lastRead: { document, check },
    };
    const staleState: WorkspaceState = { trusted: true, folders: [{ ...folderState, contracts: [stale] }] };
    const [root] = listRootNodes(staleState);
    assert.ok(root);
    const { label, description } = presentNode(root);
    assert.deepEqual(
      [label, description],
      ['Health checks', 'stale: contract has errors · 1/2 chunks · health.contract.yaml'],
    );
    const chunks = listChildNodes(root, staleState).map(presentNode);
    assert.deepEqual(
      chunks.map(({ description: status }) => status),
      ['0/1', '1/1'],
    );
  });

  it('groups contracts by folder if the workspace has several folders', () => {
    const other: FolderState = { ...folderState, folder: 'file:///home/other', name: 'other' };
    const empty: FolderState = { ...folderState, folder: 'file:///home/empty', name: 'empty', contracts: [] };
    assert.deepEqual(getLabels(listRootNodes({ trusted: true, folders: [folderState, other, empty] })), [
      'repo',
      'other',
    ]);
  });

  it('explains the limits of restricted mode', () => {
    const [note] = listRootNodes({ ...state, trusted: false });
    assert.ok(note);
    const presentation = presentNode(note);
    assert.equal(presentation.label, 'Restricted mode');
    assert.match(presentation.description ?? '', /Only checks that read files run/);
    assert.deepEqual(presentation.opens, {
      kind: 'command',
      command: 'workbench.trust.manage',
      argument: undefined,
    });
  });

  it('shows the attempt of a running chunk and marks its contract as running', () => {
    const running: WorkspaceState = {
      trusted: true,
      folders: [{ ...folderState, run: { kind: 'running', contract: file, chunk: 'types', attempt: 2, of: 3 } }],
    };
    const [root] = listRootNodes(running);
    assert.ok(root);
    assert.equal(presentNode(root).contextValue, 'contract.running');
    const [chunk] = listChildNodes(root, running);
    assert.ok(chunk);
    assert.equal(presentNode(chunk).description, 'attempt 2 of 3');
    assert.equal(presentNode(chunk).contextValue, 'chunk.running');
  });

  it('[DONE-7] shows a contract as waiting, and not as passed, while a decision about it waits', () => {
    const passing: ContractState = { ...contract, check: createContractCheck(document, [check.chunks[1]!]) };
    const present = (over: Partial<FolderState>) => {
      const [root] = listRootNodes({
        trusted: true,
        folders: [{ ...folderState, contracts: [passing], ...over }],
      }).slice(-1);
      assert.ok(root);
      return presentNode(root);
    };
    const review = { runId: 'r1', contract: file, chunks: [{ id: 'check', title: 'checkHealth' }], createdAt: 'now' };
    assert.equal(present({}).icon, 'pass');
    assert.equal(present({ pendingResults: [{ ...review, contract: 'other.contract.yaml' }] }).icon, 'pass');
    const waiting = present({ pendingResults: [review] });
    assert.deepEqual([waiting.icon, waiting.color], ['git-pull-request', 'charts.yellow']);
    assert.match(waiting.description ?? '', /1 result to review/);
    assert.equal(present({ choices: [createPendingChoice()] }).icon, 'question');
    assert.equal(present({ amendments: [createAmendment()] }).color, 'charts.yellow');
  });

  it('lists pending reviews and failures to read contracts', () => {
    const review = {
      runId: 'r1',
      contract: file,
      chunks: [{ id: 'types', title: 'Health check types' }],
      createdAt: 'now',
    };
    const failure = { message: 'Failed to read the folder', hint: 'Make it readable.' };
    const nodes = listRootNodes({ trusted: true, folders: [{ ...folderState, pendingResults: [review], failure }] });
    assert.deepEqual(getLabels(nodes), ['Failed to read the contracts', 'Review: Health check types', 'Health checks']);
  });

  it('[GATE-6] [ENF-AMEND-3] lists pending choices, lists amendments under their contract, and counts both', () => {
    const waiting: WorkspaceState = {
      trusted: true,
      folders: [{ ...folderState, choices: [createPendingChoice()], amendments: [createAmendment()] }],
    };
    const [choice, root] = listRootNodes(waiting);
    assert.ok(choice && root);
    const presentation = presentNode(choice);
    assert.deepEqual([presentation.label, presentation.contextValue], ['Failed gate: Health check types', 'choice']);
    assert.match(presentation.tooltip ?? '', /failed after 2 attempts\. Retry, skip or abort\./);
    const below = listChildNodes(root, waiting);
    assert.deepEqual(getLabels(below), ['Amendment: Health check types', 'Health check types', 'checkHealth']);
    assert.deepEqual(
      below.map((node) => presentNode(node).contextValue),
      ['amendment', 'chunk.choice', 'chunk.holds'],
    );
    assert.ok(below[0]);
    assert.deepEqual(presentNode(below[0]).opens, {
      kind: 'command',
      command: 'holdfast.showAmendment',
      argument: { folder: sampleFolder, amendment: 'a1' },
    });
    const { count, labels: decisionLabels } = countPendingDecisions(waiting);
    assert.equal(count, 2);
    assert.deepEqual(decisionLabels, ['1 failed gate needs a decision', '1 contract amendment proposed']);
  });

  it('an invalid contract shows its error count and opens at the first error', () => {
    const broken = createDocument(file, 'spec: { id: a, title: A }\nchunks: [{ id: x, title: X, craetes: [Y] }]\n');
    const [root] = listRootNodes({
      trusted: true,
      folders: [{ ...folderState, contracts: [{ ...contract, document: broken }] }],
    });
    assert.ok(root);
    const presentation = presentNode(root);
    assert.match(presentation.description ?? '', /^1 error/);
    assert.equal(presentation.opens?.kind === 'location' && presentation.opens.location.line, 2);
  });

  it('every node has a unique id', () => {
    const all = (nodes: ReturnType<typeof listRootNodes>): string[] =>
      nodes.flatMap((node) => [node.id, ...all(listChildNodes(node, state))]);
    const ids = all(listRootNodes(state));
    assert.equal(new Set(ids).size, ids.length);
  });
});
