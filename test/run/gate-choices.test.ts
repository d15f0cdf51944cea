import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../../src/engine.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import { Workspace } from '../cli/support/workspace.ts';
import type { LoopbackServer, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { openFolderEngine } from './support/folder-engine.ts';
import { attempt, chain, CONTRACT, exporting, PLAIN, POLITE, politely, userMessages } from './support/gated.ts';

const TWICE_PLAIN: readonly ScriptedReply[] = [...attempt(PLAIN), ...attempt(PLAIN)];

/** A run of the chunk `one` that waits, its process ended. */
async function waitingRun(workspace: Workspace, server: LoopbackServer, landing?: 'review'): Promise<string> {
  await using engine = openFolderEngine(workspace, { server, ...(landing ? { landing } : {}) });
  const { status, runId } = await engine.runChunk({ contract: CONTRACT, chunk: 'one' });
  assert.equal(status, 'undecided');
  return runId;
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'not-found' && thrown.hint !== undefined;
}

/** Changes the history past the engine, as a process would leave it that ended in between. */
function changeHistory(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

async function runAll(engine: Engine): Promise<string> {
  const result = await engine.runAll({ contract: CONTRACT });
  assert.equal(
    result.status,
    'undecided',
    JSON.stringify(result.chunks.map(({ chunk, status, reason }) => [chunk, status, reason])),
  );
  return result.chunks.find(({ status }) => status === 'undecided')?.runId ?? '';
}

/** Goes on with a run whose model stalls, the fifth call of all; `going` ends after `cancel`. */
async function stalledRetry(engine: Engine, server: LoopbackServer, runId: string) {
  const cancel = new AbortController();
  const going = engine.choose(runId, 'retry', { signal: cancel.signal });
  await server.reached(5);
  return { going, cancel };
}

describe('a run that waits for a choice', () => {
  it('[GATE-6] is listed by a later process with its gates, attempts, hints and history', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const [pending, ...others] = await engine.pendingChoices();
    assert.equal(others.length, 0);
    assert.equal(pending?.runId, runId);
    assert.deepEqual(pending.chunk, { id: 'one', title: 'The greeting one' });
    assert.deepEqual(
      pending.gates.map(({ id, verdict }) => [id, verdict]),
      [['polite', 'FAIL']],
    );
    assert.deepEqual([pending.attemptCount, pending.maxAttempts], [2, 2]);
    assert.deepEqual(pending.hints, ['Say hello politely']);
    assert.deepEqual(
      pending.history.map(({ status, attempt: number }) => [status, number]),
      [
        ['fail', 1],
        ['fail', 2],
      ],
    );
    assert.equal((await engine.storedRun(runId))?.status, 'undecided');
    assert.equal(workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast'), `refs/holdfast/${runId}`);
  });

  it('[GATE-6] goes on after retry: a reset is recorded, the count begins anew, the instruction is told', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...TWICE_PLAIN, ...attempt(PLAIN), ...attempt(POLITE)]);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.choose(runId, 'retry', { instruction: 'Think of the reader.' });
    assert.equal(status, 'pass', chunks[0]?.reason);
    assert.deepEqual(
      chunks[0]?.attempts.map(({ number }) => number),
      [1, 2, 3, 4],
    );
    assert.equal(chunks[0].choice, 'retry');
    const told = userMessages(server.requests[4]);
    assert.equal(told.length, 3, 'the conversation of before the choice goes on');
    assert.match(told.at(-1) ?? '', /Think of the reader\./);
    assert.match(told.at(-1) ?? '', /attempt 3 of 4/i);
    assert.match(told.at(-1) ?? '', /Attempt 1 of 2, counted since/);
    assert.match(told.at(-1) ?? '', /does not say please/);
    assert.match(userMessages(server.requests[6]).at(-1) ?? '', /Attempt 2 of 2/);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.deepEqual(await engine.pendingChoices(), []);
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-6] waits again where a retry does not help', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...TWICE_PLAIN, ...TWICE_PLAIN]);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    assert.equal((await engine.choose(runId, 'retry')).status, 'undecided');
    const [pending] = await engine.pendingChoices();
    assert.deepEqual(
      pending?.history.map(({ status }) => status),
      ['fail', 'fail', 'reset', 'fail', 'fail'],
    );
    assert.ok(pending.history.every(({ at }) => !Number.isNaN(Date.parse(at))));
    assert.equal(pending.attemptCount, 2);
  });

  it('[GATE-6] lands with a warning after skip, and is gone on with once only', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace);
    const { status, chunks } = await engine.choose(runId, 'skip');
    assert.equal(status, 'pass', chunks[0]?.reason);
    assert.match(chunks[0]?.warnings.join() ?? '', /Skipped by choice: The blocking gate "polite" failed/);
    assert.deepEqual(chunks[0]?.landed?.files, ['src/one.ts']);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: The greeting one');
    assert.equal((await engine.storedRun(runId))?.choice, 'skip');
    await assert.rejects(engine.choose(runId, 'skip'), isNotFound);
    await assert.rejects(engine.choose('0000', 'abort'), isNotFound);
  });

  it('[GATE-6] ends with abort, and nothing is kept of it', async () => {
    using workspace = new Workspace(chain());
    const before = workspace.state();
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace);
    const { status, chunks } = await engine.choose(runId, 'abort');
    assert.equal(status, 'aborted');
    assert.equal(chunks[0]?.choice, 'abort');
    assert.deepEqual(workspace.state(), before);
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
    assert.equal((await engine.storedRun(runId))?.status, 'aborted');
  });

  it('becomes a pending review after skip where results are reviewed', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    const runId = await waitingRun(workspace, server, 'review');
    await using engine = openFolderEngine(workspace, { landing: 'review' });
    await engine.choose(runId, 'skip');
    assert.deepEqual(
      (await engine.pendingReviews()).map((review) => review.runId),
      [runId],
    );
    await engine.accept(runId);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
  });

  it('waits as before where going on with it is cancelled', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...TWICE_PLAIN, { stall: 'at-once' }]);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const { going, cancel } = await stalledRetry(engine, server, runId);
    cancel.abort();
    assert.equal((await going).status, 'cancelled');
    assert.equal((await engine.pendingChoices())[0]?.runId, runId);
    assert.equal((await engine.choose(runId, 'skip')).status, 'pass');
  });

  it('ends, and says of no choice, where it is cancelled and does not wait again', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...TWICE_PLAIN, { stall: 'at-once' }]);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const { going, cancel } = await stalledRetry(engine, server, runId);
    changeHistory(await engine.historyFile(), "update gate_reviews set status = 'passed'");
    cancel.abort();
    const { status, chunks } = await going;
    assert.deepEqual([status, chunks[0]?.reason], ['cancelled', 'The run was cancelled.']);
    assert.deepEqual(await engine.pendingChoices(), []);
    assert.equal((await engine.history())[0]?.status, 'cancelled', 'the record of its run has ended as well');
  });

  it('waits as before where going on with it cannot be carried out, and tells why', async () => {
    using workspace = new Workspace(chain());
    const refusal = { status: 401, body: { error: { message: 'no such key' } } };
    await using server = await startOpenAiChatServer((_, index) => TWICE_PLAIN[index] ?? refusal);
    const runId = await waitingRun(workspace, server);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.choose(runId, 'retry');
    assert.deepEqual([status, chunks[0]?.error?.code], ['undecided', 'model']);
    assert.match(chunks[0]?.reason ?? '', /no such key.* waits for a choice as before/s);
    const [pending] = await engine.pendingChoices();
    assert.equal(pending?.runId, runId);
    assert.equal(pending.attemptCount, 0, 'the count begins anew with the choice');
    assert.equal((await engine.choose(runId, 'skip')).status, 'pass');
  });

  it('is held to the contract as it was, and says where it has changed since', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    const runId = await waitingRun(workspace, server);
    workspace.write({ [CONTRACT]: workspace.read(CONTRACT).replace('Greetings', 'Farewells') });
    await using engine = openFolderEngine(workspace);
    const events: RunEvent[] = [];
    const { status } = await engine.choose(runId, 'skip', { onEvent: (event) => events.push(event) });
    assert.equal(status, 'pass');
    assert.ok(events.some((event) => event.type === 'note' && /has changed since/.test(event.message)));
  });

  it('goes on waiting where its result conflicts with the workspace', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    const runId = await waitingRun(workspace, server);
    workspace.write({ 'src/one.ts': 'export const one = 2;\n' });
    await using engine = openFolderEngine(workspace);
    assert.equal((await engine.choose(runId, 'skip')).status, 'conflict');
    assert.equal(workspace.read('src/one.ts'), 'export const one = 2;\n');
    assert.equal((await engine.pendingChoices())[0]?.runId, runId);
  });
});

describe('a run of all that waits for a choice', () => {
  it('[GATE-6] goes on with the other chunks after skip, and after retry', async () => {
    using workspace = new Workspace(chain({ chunks: ['one', 'two', 'three'] }));
    await using server = await startOpenAiChatServer([
      ...attempt(POLITE),
      ...attempt(exporting('two'), 'two'),
      ...attempt(exporting('two'), 'two'),
      ...attempt(politely('two'), 'two'),
      ...attempt(politely('three'), 'three'),
    ]);
    let runId: string;
    {
      await using engine = openFolderEngine(workspace, { server });
      runId = await runAll(engine);
    }
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.choose(runId, 'retry');
    assert.deepEqual(
      chunks.map((one) => [one.chunk, one.status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
        ['three', 'pass'],
      ],
    );
    assert.equal(status, 'pass');
    assert.equal(workspace.read('src/three.ts'), politely('three'));
    assert.deepEqual(workspace.git('log', '-3', '--format=%s').split('\n'), [
      'chunk: The greeting three',
      'chunk: The greeting two',
      'chunk: The greeting one',
    ]);
  });

  it('[GATE-6] ends with abort: no other chunk is begun', async () => {
    using workspace = new Workspace(chain({ chunks: ['one', 'two'] }));
    await using server = await startOpenAiChatServer(TWICE_PLAIN);
    await using engine = openFolderEngine(workspace, { server });
    const runId = await runAll(engine);
    const { status, chunks } = await engine.choose(runId, 'abort');
    assert.equal(status, 'aborted');
    assert.deepEqual(
      chunks.map((one) => [one.chunk, one.status]),
      [['one', 'aborted']],
    );
    assert.equal(server.requests.length, 4);
  });

  it('[GATE-6] loses nothing that is reviewed together: before the choice and after it there is one review', async () => {
    using workspace = new Workspace(chain({ chunks: ['one', 'two', 'three'] }));
    await using server = await startOpenAiChatServer([
      ...attempt(POLITE),
      ...attempt(exporting('two'), 'two'),
      ...attempt(exporting('two'), 'two'),
      ...attempt(politely('three'), 'three'),
      ...attempt(politely('three'), 'three'),
    ]);
    let runId: string;
    {
      await using engine = openFolderEngine(workspace, { server, landing: 'review' });
      runId = await runAll(engine);
    }
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const [before, ...none] = await engine.pendingReviews();
    assert.equal(none.length, 0);
    assert.deepEqual(
      before?.chunks.map(({ id }) => id),
      ['one'],
    );

    // The gate looks at all of src, and "two" was skipped: "three" comes to wait as well.
    const gone = await engine.choose(runId, 'skip');
    assert.deepEqual(
      gone.chunks.map((one) => [one.chunk, one.status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
        ['three', 'undecided'],
      ],
    );
    const last = gone.chunks[2]?.runId ?? '';
    assert.deepEqual(
      (await engine.pendingReviews()).map(({ chunks }) => chunks.map(({ id }) => id)),
      [['one', 'two']],
    );

    const ended = await engine.choose(last, 'skip');
    assert.equal(ended.status, 'pass');
    const [review, ...others] = await engine.pendingReviews();
    assert.equal(others.length, 0);
    assert.deepEqual(
      review?.chunks.map(({ id }) => id),
      ['one', 'two', 'three'],
    );
    await engine.accept(review.runId);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.equal(workspace.read('src/two.ts'), exporting('two'));
    assert.equal(workspace.read('src/three.ts'), politely('three'));
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-6] loses no result where the run of all ended before it had told of the others', async () => {
    using workspace = new Workspace(chain({ chunks: ['one', 'two'] }));
    await using server = await startOpenAiChatServer([
      ...attempt(POLITE),
      ...attempt(exporting('two'), 'two'),
      ...attempt(exporting('two'), 'two'),
      ...attempt(politely('two'), 'two'),
    ]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const runId = await runAll(engine);
    changeHistory(
      await engine.historyFile(),
      "update gate_reviews set review = json_remove(review, '$.waiting.ofAll')",
    );
    const { status, keptAs } = await engine.choose(runId, 'retry');
    assert.deepEqual([status, keptAs], ['pass', runId]);
    const reviews = await engine.pendingReviews();
    assert.deepEqual(
      reviews.map(({ chunks }) => chunks.map(({ id }) => id)),
      [['one'], ['two']],
    );
    for (const review of reviews) assert.deepEqual((await engine.accept(review.runId)).conflicts, []);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.equal(workspace.read('src/two.ts'), politely('two'));
  });

  it('goes on from the workspace where the results before were accepted meanwhile', async () => {
    using workspace = new Workspace(chain({ chunks: ['one', 'two'] }));
    await using server = await startOpenAiChatServer([
      ...attempt(POLITE),
      ...attempt(exporting('two'), 'two'),
      ...attempt(exporting('two'), 'two'),
    ]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const runId = await runAll(engine);
    const [first] = await engine.pendingReviews();
    await engine.accept(first?.runId ?? '');
    const { status } = await engine.choose(runId, 'skip');
    assert.equal(status, 'pass');
    const [second] = await engine.pendingReviews();
    assert.deepEqual(
      second?.chunks.map(({ id }) => id),
      ['two'],
    );
    await engine.accept(second.runId);
    assert.equal(workspace.read('src/two.ts'), exporting('two'));
  });
});
