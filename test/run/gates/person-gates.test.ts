import assert from 'node:assert/strict';
import { attemptUntilAccepted } from '../../../src/run/attempt/attempt-loop.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { InMemoryRun } from '../support/in-memory-run.ts';
import { preparedState } from '../support/prepared-state.ts';
import {
  attemptReplies,
  CONTRACT,
  createChainFiles,
  PLAIN,
  POLITE,
  readUserMessages,
} from '../support/gate-fixtures.ts';

const GATES = `  - id: approval
    severity: critical
    criteria: [The greeting is friendly., The name is clear.]
    judge: person
`;
const CHUNK = '    assertions: [{ message: Exports one, check: { type: export_exists, target: one } }]\n';
const TWO_GATES = `${GATES}  - { id: legal, enforcementMode: blocking, judge: person, name: Legal review }\n`;

/** Runs the chunk in its own engine, as a process that ends with the question unanswered. */
async function startWaitingRun(workspace: Workspace, server: LoopbackServer): Promise<string> {
  await using engine = openFolderEngine(workspace, { server });
  const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
  assert.equal(result.status, 'undecided', result.reason);
  assert.match(result.reason ?? '', /wait for the verdict of a person: "approval"/);
  assert.equal(result.gates[0]?.verdict, 'UNDECIDED');
  return result.runId;
}

const openWaitingRun = preparedState('person-gate', createChainFiles({ gates: GATES }), async (workspace) => {
  const before = workspace.state();
  await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
  const runId = await startWaitingRun(workspace, server);
  assert.deepEqual(workspace.state(), before, 'nothing lands');
  return { runId };
});

describe('a gate that a person judges', () => {
  it('[GATE-9] stops the chunk undecided, after one attempt and without landing, and lists what has to be judged', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    assert.equal(workspace.git('status', '--porcelain'), '');
    await using engine = openFolderEngine(workspace);
    const [pending] = await engine.runs.pendingChoices();
    assert.equal(pending?.runId, runId);
    assert.equal(pending.attemptCount, 0, 'a missing verdict uses no attempt');
    assert.match(pending.gates[0]?.reasoning ?? '', /The greeting is friendly\. The name is clear\./);
    assert.match(workspace.git('show', `refs/holdfast/results/${runId}:src/one.ts`), /export const one/);
  });

  it('[GATE-9] lands after the verdict "pass", and records the verdict, its words and its time', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.runs.choose(runId, 'pass', { instruction: 'Friendly enough.' });
    assert.equal(status, 'pass', chunks[0]?.reason);
    assert.equal(chunks[0]?.choice, 'pass');
    assert.deepEqual(
      chunks[0].gates.map(({ verdict, reasoning }) => [verdict, reasoning]),
      [['PASS', 'Friendly enough.']],
    );
    assert.deepEqual(chunks[0].warnings, []);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    assert.equal(server.requests.length, 0, 'the model is not called again');
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
    const stored = await engine.runs.read(runId);
    assert.equal(stored?.choice, 'pass');
    assert.deepEqual(await engine.runs.pendingChoices(), []);
  });

  it('[GATE-9] records the time of each verdict in the history of the review', async () => {
    using workspace = new Workspace(createChainFiles({ gates: TWO_GATES }));
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const runId = await startWaitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const first = await engine.runs.choose(runId, 'pass', { gate: 'approval', instruction: 'Nice.' });
    assert.equal(first.status, 'undecided', 'the other gate still waits');
    const [pending] = await engine.runs.pendingChoices();
    assert.deepEqual(
      pending?.gates.map(({ id }) => id),
      ['legal'],
    );
    const entry = pending.history.findLast(({ gateId }) => gateId === 'approval');
    assert.deepEqual([entry?.status, entry?.reasoning], ['pass', 'Nice.']);
    assert.ok(!Number.isNaN(Date.parse(entry?.at ?? '')));
    assert.equal((await engine.runs.choose(runId, 'pass')).status, 'pass');
  });

  it('[GATE-9] [GATE-3] passes the words of the verdict "fail" to the next attempt, whose result is judged again', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer(attemptReplies(POLITE));
    await using engine = openFolderEngine(workspace, { server });
    const failed = await engine.runs.choose(runId, 'fail', { instruction: 'Say please.' });
    assert.equal(failed.status, 'undecided', failed.chunks[0]?.reason);
    assert.equal(failed.chunks[0]?.attempts.length, 2);
    const text = readUserMessages(server.requests[0]).join('\n');
    assert.match(text, /Attempt 2 of 2/);
    assert.match(text, /Previous feedback of "approval": Say please\./);
    const [pending] = await engine.runs.pendingChoices();
    assert.equal(pending?.attemptCount, 1);
    assert.equal((await engine.runs.choose(runId, 'pass')).status, 'pass');
    assert.equal(workspace.read('src/one.ts'), POLITE);
  });

  it('[GATE-9] [GATE-1] counts its failures: after the last one only retry, skip and abort are left', async () => {
    using workspace = new Workspace(
      createChainFiles({ gates: GATES.replace('judge:', 'retry: { maxAttempts: 1 }\n    judge:') }),
    );
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const runId = await startWaitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.runs.choose(runId, 'fail');
    assert.equal(status, 'undecided');
    assert.match(chunks[0]?.reason ?? '', /These gates failed: "approval"/);
    assert.equal(server.requests.length, 2, 'no attempt is left');
    await assert.rejects(engine.runs.choose(runId, 'pass'), (thrown: unknown) => {
      assert.ok(thrown instanceof HoldfastError);
      assert.equal(thrown.code, 'not-found');
      return true;
    });
    assert.equal((await engine.runs.choose(runId, 'skip')).status, 'pass');
  });

  it('[GATE-9] counts the attempts of the chunk across verdicts', async () => {
    using workspace = new Workspace(
      createChainFiles({
        gates: GATES.replace('judge:', 'retry: { maxAttempts: 5 }\n    judge:'),
        chunkKeys: '    maxAttempts: 2\n',
      }),
    );
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(POLITE)]);
    const runId = await startWaitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    await engine.runs.choose(runId, 'fail', { instruction: 'Say please.' });
    const last = await engine.runs.choose(runId, 'fail', { instruction: 'Still not friendly.' });
    assert.equal(last.status, 'undecided');
    assert.equal(last.chunks[0]?.attempts.length, 2, 'the limit of the chunk is reached');
    assert.equal(server.requests.length, 4);
  });

  it('[GATE-9] uses the recorded verdict for the same change', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    await using engine = openFolderEngine(workspace, { server, landing: 'working-tree' });
    assert.equal((await engine.runs.choose(runId, 'pass', { instruction: 'Yes.' })).status, 'pass');
    workspace.git('reset', '-q', '--hard', 'HEAD~1');
    const again = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one', landing: 'none' });
    assert.equal(again.status, 'pass', again.reason);
    assert.equal(again.gates[0]?.reasoning, 'Yes.');
  });

  it('[GATE-5] [GATE-9] does not stop the chunk if it is advisory, and warns that it has no verdict', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, gates: GATES.replace('critical', 'high'), actual: {} });
    assert.equal((await attemptUntilAccepted(run.input)).kind, 'accepted');
    assert.match(run.input.gates.warnings.join(), /"approval" has no verdict of a person/);
  });

  it('[GATE-9] is not reached while another blocking gate fails', async () => {
    const polite =
      'assertions: [{ message: Is polite, check: { type: contains, target: src/one.ts, expected: please } }]';
    const gates = `${GATES}  - { id: polite, severity: critical, ${polite} }\n`;
    const run = new InMemoryRun({ chunk: CHUNK, gates, actual: { 'Is polite': ['no', 'ok'] } });
    const outcome = await attemptUntilAccepted(run.input);
    assert.ok(outcome.kind === 'undecided');
    assert.equal(run.recorded.length, 2);
    assert.match(outcome.reason, /wait for the verdict of a person: "approval"/);
  });
});
