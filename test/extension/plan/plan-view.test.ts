import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { createPlanView } from '../../../src/extension/plan/plan-view.ts';
import {
  createInitialState,
  reduceWorkspace,
  type WorkspaceState,
} from '../../../src/extension/state/workspace-state.ts';
import { checkPlan } from '../../../src/verdicts/plan/check-plan.ts';
import { findPlanFlow } from '../../../src/verdicts/plan/plan-flow.ts';

const folder = 'file:///w';
const contract = 'p.contract.yaml';

const text = `spec: { id: p, title: The plan }
verify: { command: node check.mjs, requires: [{ kind: file_exists, path: b.ts }] }
chunks:
  - id: a
    title: First
    creates: [A]
    allowedFiles: [a.ts, extra.ts]
    postconditions: [{ kind: file_exists, path: a.ts }]
  - id: b
    title: Second
    dependsOn: [a]
    consumes: [A]
    contextFiles: [a.ts]
    allowedFiles: [b.ts]
    postconditions: [{ kind: file_exists, path: b.ts }]
`;

async function createView(source: string, more: (state: WorkspaceState) => WorkspaceState = (state) => state) {
  const document = readContract({ file: contract, text: source, checks: CHECKS });
  const plan = { ...(await checkPlan({ document, files: ['check.mjs'] })), document };
  const check = { document, problems: document.problems, chunks: [], ok: true, notes: [] };
  let state = createInitialState(true);
  state = reduceWorkspace(state, { type: 'folders-changed', folders: [{ folder, name: 'w' }] });
  state = reduceWorkspace(state, { type: 'contracts-listed', folder, documents: [document] });
  state = reduceWorkspace(state, { type: 'check-ended', target: { folder, contract }, check, plan });
  const [only] = more(state).folders;
  assert.ok(only?.contracts[0]);
  return createPlanView(only, only.contracts[0], plan, await findPlanFlow(document));
}

describe('createPlanView', () => {
  it('[COMP-EDITOR] lists each chunk with its location, findings and exemption, and the edges between chunks', async () => {
    const view = await createView(text);
    assert.deepEqual(view?.edges, [{ from: 0, to: 1, declared: true, exports: ['A'], files: ['a.ts'] }]);
    assert.deepEqual(
      view.chunks.map(({ id, title, location, verifyExempt, findings, status }) => [
        id,
        title,
        location.line,
        verifyExempt,
        findings.map(({ rule }) => rule),
        status.label,
      ]),
      [
        ['a', 'First', 4, true, ['R4'], 'not checked yet'],
        ['b', 'Second', 9, false, [], 'not checked yet'],
      ],
    );
    assert.deepEqual([view.title, view.findings, view.stale], ['The plan', [], false]);
  });

  it('[COMP-EDITOR] shows a running chunk and lists findings without a chunk separately', async () => {
    const running = { kind: 'running', contract, chunk: 'b', attempt: 2, of: 3 } as const;
    const view = await createView(text.replace('path: b.ts }] }\nchunks', 'path: never.ts }] }\nchunks'), (state) =>
      reduceWorkspace(state, { type: 'run-changed', folder, run: running }),
    );
    assert.deepEqual(view?.chunks[1]?.status, { tone: 'busy', icon: 'sync', label: 'running, attempt 2 of 3' });
    assert.deepEqual(
      view.findings.map(({ rule, location }) => [rule, location.line]),
      [['R6', 2]],
    );
  });

  it('[COMP-EDITOR] says that nothing checks behavior, as a finding without a chunk', async () => {
    const view = await createView(text.replace(/^verify:.*\n/m, ''));
    assert.deepEqual(
      view?.findings.map(({ rule, severity, location }) => [rule, severity, location.line]),
      [['behavior-check', 'warning', 1]],
    );
  });

  it('[COMP-EDITOR] distinguishes a pending review from a pending choice', async () => {
    const createdAt = '2026-11-22T10:00:00.000Z';
    const review = { runId: 'r1', contract, chunks: [{ id: 'a', title: 'First' }], createdAt };
    const counts = { gates: [], changedFiles: [], attemptCount: 2, maxAttempts: 2, hints: [], history: [] };
    const choice = { runId: 'r2', contract, chunk: { id: 'b', title: 'Second' }, ...counts, createdAt };
    const view = await createView(text, (state) => {
      const reviewed = reduceWorkspace(state, { type: 'results-listed', folder, pendingResults: [review] });
      return reduceWorkspace(reviewed, { type: 'choices-listed', folder, choices: [choice] });
    });
    assert.deepEqual(
      view?.chunks.map(({ status }) => [status.tone, status.label]),
      [
        ['attention', 'waiting for review'],
        ['attention', 'needs a decision'],
      ],
    );
  });

  it('[COMP-EDITOR] returns undefined for an invalid contract', async () => {
    assert.equal(await createView('spec: ['), undefined);
  });
});
