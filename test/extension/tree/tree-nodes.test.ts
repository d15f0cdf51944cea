import assert from 'node:assert/strict';
import { presentationOf } from '../../../src/extension/tree/node-presentation.ts';
import { childNodes, rootNodes } from '../../../src/extension/tree/tree-nodes.ts';
import type { ContractState, FolderState, WorkspaceState } from '../../../src/extension/state/workspace-state.ts';
import { waitingFor } from '../../../src/extension/state/waiting.ts';
import {
  amendmentOf,
  assertionResult,
  chunkCheck,
  contractCheck,
  documentOf,
  folder,
  pendingChoice,
  suggestion,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = documentOf(file);
const check = contractCheck(document, [
  { ...chunkCheck('types', [assertionResult(false)]), suggestResults: [suggestion] },
  chunkCheck('check', [assertionResult(true)]),
]);
const contract: ContractState = { folder, contract: file, document, checking: false, check };
const folderState: FolderState = {
  folder,
  name: 'repo',
  status: 'ready',
  contracts: [contract],
  reviews: [],
  choices: [],
  amendments: [],
};
const state: WorkspaceState = { trusted: true, folders: [folderState] };

const labels = (nodes: ReturnType<typeof rootNodes>) => nodes.map((node) => presentationOf(node).label);

describe('the contract tree', () => {
  it('holds contracts, their chunks and their assertions, each with its standing', () => {
    const [root] = rootNodes(state);
    assert.ok(root);
    assert.equal(presentationOf(root).label, 'Health checks');
    assert.equal(presentationOf(root).description, '1/2 chunks · health.contract.yaml');
    const chunks = childNodes(root, state);
    assert.deepEqual(labels(chunks), ['Health check types', 'checkHealth']);
    assert.deepEqual(
      chunks.map((chunk) => presentationOf(chunk).contextValue),
      ['chunk.fails', 'chunk.holds'],
    );
    assert.ok(chunks[0]);
    const assertions = childNodes(chunks[0], state).map((node) => presentationOf(node));
    assert.deepEqual(
      assertions.map(({ label, icon }) => [label, icon]),
      [
        ['Must export the HealthCheckResult type', 'close'],
        ['Should use try/catch with typed errors', 'info'],
      ],
    );
    assert.match(assertions[0]?.tooltip ?? '', /Expected: .*\nActual: Exports found: HealthCheckStatus/);
    assert.match(assertions[0]?.accessibleLabel ?? '', /does not hold/);
  });

  it('gives folders of their own where the workspace has several', () => {
    const other: FolderState = { ...folderState, folder: 'file:///home/other', name: 'other' };
    const empty: FolderState = { ...folderState, folder: 'file:///home/empty', name: 'empty', contracts: [] };
    assert.deepEqual(labels(rootNodes({ trusted: true, folders: [folderState, other, empty] })), ['repo', 'other']);
  });

  it('says in restricted mode what is off, and why', () => {
    const [note] = rootNodes({ ...state, trusted: false });
    assert.ok(note);
    const look = presentationOf(note);
    assert.equal(look.label, 'Restricted mode');
    assert.match(look.description ?? '', /Only checks that read files run/);
    assert.deepEqual(look.opens, { kind: 'command', command: 'workbench.trust.manage' });
  });

  it('shows the chunk that runs with its attempt, and the contract as running', () => {
    const running: WorkspaceState = {
      trusted: true,
      folders: [{ ...folderState, run: { kind: 'running', contract: file, chunk: 'types', attempt: 2, of: 3 } }],
    };
    const [root] = rootNodes(running);
    assert.ok(root);
    assert.equal(presentationOf(root).contextValue, 'contract.running');
    const [chunk] = childNodes(root, running);
    assert.ok(chunk);
    assert.equal(presentationOf(chunk).description, 'attempt 2 of 3');
    assert.equal(presentationOf(chunk).contextValue, 'chunk.running');
  });

  it('offers results that wait for review, and tells of contracts that could not be read', () => {
    const review = {
      runId: 'r1',
      contract: file,
      chunks: [{ id: 'types', title: 'Health check types' }],
      createdAt: 'now',
    };
    const failure = { message: 'Failed to read the folder', hint: 'Make it readable.' };
    const nodes = rootNodes({ trusted: true, folders: [{ ...folderState, reviews: [review], failure }] });
    assert.deepEqual(labels(nodes), ['Contracts could not be read', 'Review: Health check types', 'Health checks']);
  });

  it('[GATE-6] [ENF-AMEND-3] shows runs that wait for a choice, and amendments under their contract, with the count of both', () => {
    const waiting: WorkspaceState = {
      trusted: true,
      folders: [{ ...folderState, choices: [pendingChoice()], amendments: [amendmentOf()] }],
    };
    const [choice, root] = rootNodes(waiting);
    assert.ok(choice && root);
    const look = presentationOf(choice);
    assert.deepEqual([look.label, look.contextValue], ['Choose: Health check types', 'choice']);
    assert.match(look.tooltip ?? '', /has used up its 2 attempts\. Retry, skip or abort\./);
    const below = childNodes(root, waiting);
    assert.deepEqual(labels(below), ['Amendment: Health check types', 'Health check types', 'checkHealth']);
    assert.deepEqual(
      below.map((node) => presentationOf(node).contextValue),
      ['amendment', 'chunk.choice', 'chunk.holds'],
    );
    assert.ok(below[0]);
    assert.deepEqual(presentationOf(below[0]).opens, {
      kind: 'command',
      command: 'holdfast.showAmendment',
      argument: { folder, amendment: 'a1' },
    });
    const { count, words } = waitingFor(waiting);
    assert.equal(count, 2);
    assert.deepEqual(words, ['1 run waits for your choice', '1 change of a contract is proposed']);
  });

  it('a broken contract shows its errors and opens at the first', () => {
    const broken = documentOf(file, 'spec: { id: a, title: A }\nchunks: [{ id: x, title: X, craetes: [Y] }]\n');
    const [root] = rootNodes({
      trusted: true,
      folders: [{ ...folderState, contracts: [{ ...contract, document: broken }] }],
    });
    assert.ok(root);
    const look = presentationOf(root);
    assert.match(look.description ?? '', /^1 error/);
    assert.equal(look.opens?.kind === 'place' && look.opens.location.line, 2);
  });

  it('every node has an id of its own', () => {
    const all = (nodes: ReturnType<typeof rootNodes>): string[] =>
      nodes.flatMap((node) => [node.id, ...all(childNodes(node, state))]);
    const ids = all(rootNodes(state));
    assert.equal(new Set(ids).size, ids.length);
  });
});
