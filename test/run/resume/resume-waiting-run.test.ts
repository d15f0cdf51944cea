import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../../../src/engine.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { preparedState } from '../support/prepared-state.ts';
import {
  attemptReplies,
  createChainFiles,
  CONTRACT,
  plainModule,
  PLAIN,
  POLITE,
  politeModule,
  readUserMessages,
} from '../support/gate-fixtures.ts';
import { openWaitingRun, TWO_PLAIN_ATTEMPTS } from '../support/waiting-run.ts';

/** The first of two chunks waits for a choice. */
const openWaitingFirst = preparedState(
  'waiting-first',
  createChainFiles({ chunks: ['one', 'two'] }),
  async (workspace) => {
    await using server = await startOpenAiChatServer(TWO_PLAIN_ATTEMPTS);
    await using engine = openFolderEngine(workspace, { server });
    return { runId: await runAllUntilChoice(engine) };
  },
);

/** Of two chunks, one has passed and waits for its review, and the other waits for a choice. */
const openWaitingBatch = preparedState(
  'waiting-batch',
  createChainFiles({ chunks: ['one', 'two'] }),
  async (workspace) => {
    await using server = await startOpenAiChatServer([
      ...attemptReplies(POLITE),
      ...attemptReplies(plainModule('two'), 'two'),
      ...attemptReplies(plainModule('two'), 'two'),
    ]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    return { runId: await runAllUntilChoice(engine) };
  },
);

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof HoldfastError && thrown.code === 'not-found' && thrown.hint !== undefined;
}

/** Changes the database directly, to simulate a process that ended early. */
function changeHistory(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

/** Runs the contract until a chunk waits for a choice, and returns that chunk's run. */
async function runAllUntilChoice(engine: Engine): Promise<string> {
  const result = await engine.runs.runAll({ contract: CONTRACT });
  assert.equal(
    result.status,
    'undecided',
    JSON.stringify(result.chunks.map(({ chunk, status, reason }) => [chunk, status, reason])),
  );
  return result.chunks.find(({ status }) => status === 'undecided')?.runId ?? '';
}

/** Retries a run until the model stalls in its first call. `outcome` settles after `cancel` is aborted. */
async function startStalledRetry(engine: Engine, server: LoopbackServer, runId: string) {
  const cancel = new AbortController();
  const outcome = engine.runs.choose(runId, 'retry', { signal: cancel.signal });
  await server.reached(1);
  return { outcome, cancel };
}

describe('a run that waits for a choice', () => {
  it('[GATE-6] is listed by a later process with its gates, attempts, hints and history', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using engine = openFolderEngine(workspace);
    const [pending, ...others] = await engine.runs.pendingChoices();
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
    assert.equal((await engine.runs.read(runId))?.status, 'undecided');
    assert.equal(
      workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast'),
      `refs/holdfast/results/${runId}`,
    );
  });

  it('[GATE-6] resumes after retry with a reset count and the instruction', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(POLITE)]);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.runs.choose(runId, 'retry', { instruction: 'Think of the reader.' });
    assert.equal(status, 'pass', chunks[0]?.reason);
    assert.deepEqual(
      chunks[0]?.attempts.map(({ number }) => number),
      [1, 2, 3, 4],
    );
    assert.equal(chunks[0].choice, 'retry');
    const messages = readUserMessages(server.requests[0]);
    assert.equal(messages.length, 3, 'the earlier conversation continues');
    const prompt = messages.at(-1) ?? '';
    assert.match(prompt, /Think of the reader\./);
    assert.match(prompt, /attempt 3 of 4/i);
    assert.match(prompt, /Attempt 1 of 2, counted since/);
    assert.match(prompt, /does not say please/);
    assert.match(readUserMessages(server.requests[2]).at(-1) ?? '', /Attempt 2 of 2/);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.deepEqual(await engine.runs.pendingChoices(), []);
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-6] waits again if the gates fail after a retry, too', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer(TWO_PLAIN_ATTEMPTS);
    await using engine = openFolderEngine(workspace, { server });
    assert.equal((await engine.runs.choose(runId, 'retry')).status, 'undecided');
    const [pending] = await engine.runs.pendingChoices();
    assert.deepEqual(
      pending?.history.map(({ status }) => status),
      ['fail', 'fail', 'reset', 'fail', 'fail'],
    );
    assert.ok(pending.history.every(({ at }) => !Number.isNaN(Date.parse(at))));
    assert.equal(pending.attemptCount, 2);
  });

  it('[GATE-6] lands with a warning after skip, and can be resumed only once', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using engine = openFolderEngine(workspace);
    const { status, chunks } = await engine.runs.choose(runId, 'skip');
    assert.equal(status, 'pass', chunks[0]?.reason);
    assert.match(chunks[0]?.warnings.join() ?? '', /Skipped by choice: The blocking gate "polite" failed/);
    assert.deepEqual(chunks[0]?.landed?.files, ['src/one.ts']);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: The greeting one');
    assert.equal((await engine.runs.read(runId))?.choice, 'skip');
    await assert.rejects(engine.runs.choose(runId, 'skip'), isNotFound);
    await assert.rejects(engine.runs.choose('0000', 'abort'), isNotFound);
  });

  it('[GATE-6] ends after abort without changes or stored results', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    const before = workspace.state();
    await using engine = openFolderEngine(workspace);
    const { status, chunks } = await engine.runs.choose(runId, 'abort');
    assert.equal(status, 'aborted');
    assert.equal(chunks[0]?.choice, 'abort');
    assert.deepEqual(workspace.state(), before);
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
    assert.equal((await engine.runs.read(runId))?.status, 'aborted');
  });

  it('waits again if its retry is cancelled, or ends with an error, which it reports', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    const refusal = { status: 401, body: { error: { message: 'no such key' } } };
    await using server = await startOpenAiChatServer((_, index) => (index === 0 ? { stall: 'at-once' } : refusal));
    await using engine = openFolderEngine(workspace, { server });
    const { outcome, cancel } = await startStalledRetry(engine, server, runId);
    cancel.abort();
    assert.equal((await outcome).status, 'cancelled');
    assert.equal((await engine.runs.pendingChoices())[0]?.runId, runId);

    const { status, chunks } = await engine.runs.choose(runId, 'retry');
    assert.deepEqual([status, chunks[0]?.error?.code], ['undecided', 'model']);
    assert.match(chunks[0]?.reason ?? '', /no such key.* still waits for a choice/s);
    const [pending] = await engine.runs.pendingChoices();
    assert.equal(pending?.runId, runId);
    assert.equal(pending.attemptCount, 0, 'the choice resets the count');
    assert.equal((await engine.runs.choose(runId, 'abort')).status, 'aborted', 'it can still be decided');
  });

  it('ends if its retry is cancelled and it no longer waits', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer([{ stall: 'at-once' }]);
    await using engine = openFolderEngine(workspace, { server });
    const { outcome, cancel } = await startStalledRetry(engine, server, runId);
    changeHistory(await engine.history.file(), "update gate_reviews set status = 'passed'");
    cancel.abort();
    const { status, chunks } = await outcome;
    assert.deepEqual([status, chunks[0]?.reason], ['cancelled', 'The run was cancelled.']);
    assert.deepEqual(await engine.runs.pendingChoices(), []);
    assert.equal((await engine.history.list())[0]?.status, 'cancelled', 'the stored run has ended, too');
  });

  it('[TRUST-9] counts what an earlier retry spent before it ended with an error', async () => {
    const prices = 'prices: { inputPerMillion: 0.01, outputPerMillion: 20 }\n';
    using workspace = new Workspace(createChainFiles({ extraFiles: { 'holdfast.config.yaml': prices } }));
    const refusal = { status: 401, body: { error: { message: 'no such key' } } };
    const [write] = attemptReplies(PLAIN);
    const replies = [...TWO_PLAIN_ATTEMPTS, write, refusal, write, refusal];
    await using server = await startOpenAiChatServer((_, index) => replies[index] ?? refusal);
    // Two attempts cost $0.0044, and the first call of each retry $0.002.
    await using first = openFolderEngine(workspace, { server });
    const { runId } = await first.runs.runChunk({ contract: CONTRACT, chunk: 'one', maxCostUsd: 0.009 });
    assert.equal(server.requests.length, 4);
    await using engine = openFolderEngine(workspace, { server });
    const interrupted = await engine.runs.choose(runId, 'retry');
    assert.equal(interrupted.chunks[0]?.error?.code, 'model', interrupted.chunks[0]?.reason);
    const sent = server.requests.length;
    const again = await engine.runs.choose(runId, 'retry');
    assert.match(again.chunks[0]?.reason ?? '', /cost limit/i);
    assert.equal(server.requests.length, sent + 1, 'the limit has room for one call');
  });

  it('uses the contract from its start, and reports that the file has changed since', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    workspace.write({ [CONTRACT]: workspace.read(CONTRACT).replace('Greetings', 'Farewells') });
    await using engine = openFolderEngine(workspace);
    const events: RunEvent[] = [];
    const { status } = await engine.runs.choose(runId, 'skip', { onEvent: (event) => events.push(event) });
    assert.equal(status, 'pass');
    assert.ok(events.some((event) => event.type === 'note' && /has changed since/.test(event.message)));
  });

  it('still waits if its result conflicts with the workspace', async () => {
    using workspace = await openWaitingRun();
    const { runId } = workspace.facts;
    workspace.write({ 'src/one.ts': 'export const one = 2;\n' });
    await using engine = openFolderEngine(workspace);
    assert.equal((await engine.runs.choose(runId, 'skip')).status, 'conflict');
    assert.equal(workspace.read('src/one.ts'), 'export const one = 2;\n');
    assert.equal((await engine.runs.pendingChoices())[0]?.runId, runId);
  });
});

describe('a batch that waits for a choice', () => {
  it('[GATE-6] runs the remaining chunks after retry', async () => {
    using workspace = await openWaitingFirst();
    await using server = await startOpenAiChatServer([
      ...attemptReplies(POLITE),
      ...attemptReplies(politeModule('two'), 'two'),
    ]);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.runs.choose(workspace.facts.runId, 'retry');
    assert.deepEqual(
      chunks.map((one) => [one.chunk, one.status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
      ],
    );
    assert.equal(status, 'pass');
    assert.equal(workspace.read('src/two.ts'), politeModule('two'));
    assert.deepEqual(workspace.git('log', '-2', '--format=%s').split('\n'), [
      'chunk: The greeting two',
      'chunk: The greeting one',
    ]);
  });

  it('[GATE-6] starts no other chunk after abort', async () => {
    using workspace = await openWaitingFirst();
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server });
    const { status, chunks } = await engine.runs.choose(workspace.facts.runId, 'abort');
    assert.equal(status, 'aborted');
    assert.deepEqual(
      chunks.map((one) => [one.chunk, one.status]),
      [['one', 'aborted']],
    );
    assert.equal(server.requests.length, 0);
  });

  it('[GATE-6] keeps one review of all results before and after each choice', async () => {
    using workspace = new Workspace(createChainFiles({ chunks: ['one', 'two', 'three'] }));
    await using server = await startOpenAiChatServer([
      ...attemptReplies(POLITE),
      ...attemptReplies(plainModule('two'), 'two'),
      ...attemptReplies(plainModule('two'), 'two'),
      ...attemptReplies(politeModule('three'), 'three'),
      ...attemptReplies(politeModule('three'), 'three'),
    ]);
    let runId: string;
    {
      await using engine = openFolderEngine(workspace, { server, landing: 'review' });
      runId = await runAllUntilChoice(engine);
    }
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const [before, ...others] = await engine.results.pending();
    assert.equal(others.length, 0);
    assert.deepEqual(
      before?.chunks.map(({ id }) => id),
      ['one'],
    );

    // The gate checks all files in src, also those of the skipped chunk "two", so "three" waits, too.
    const resumed = await engine.runs.choose(runId, 'skip');
    assert.deepEqual(
      resumed.chunks.map((one) => [one.chunk, one.status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
        ['three', 'undecided'],
      ],
    );
    const last = resumed.chunks[2]?.runId ?? '';
    assert.deepEqual(
      (await engine.results.pending()).map(({ chunks }) => chunks.map(({ id }) => id)),
      [['one', 'two']],
    );

    const ended = await engine.runs.choose(last, 'skip');
    assert.equal(ended.status, 'pass');
    const [review, ...more] = await engine.results.pending();
    assert.equal(more.length, 0);
    assert.deepEqual(
      review?.chunks.map(({ id }) => id),
      ['one', 'two', 'three'],
    );
    await engine.results.accept(review.runId);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.equal(workspace.read('src/two.ts'), plainModule('two'));
    assert.equal(workspace.read('src/three.ts'), politeModule('three'));
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-6] loses no result if the process ended before it stored the batch state', async () => {
    using workspace = await openWaitingBatch();
    const { runId } = workspace.facts;
    await using server = await startOpenAiChatServer(attemptReplies(politeModule('two'), 'two'));
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    changeHistory(
      await engine.history.file(),
      "update gate_reviews set review = json_remove(review, '$.waiting.ofAll')",
    );
    const { status, keptAs } = await engine.runs.choose(runId, 'retry');
    assert.deepEqual([status, keptAs], ['pass', runId]);
    const reviews = await engine.results.pending();
    assert.deepEqual(
      reviews.map(({ chunks }) => chunks.map(({ id }) => id)),
      [['one'], ['two']],
    );
    for (const review of reviews) assert.deepEqual((await engine.results.accept(review.runId)).conflicts, []);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.equal(workspace.read('src/two.ts'), politeModule('two'));
  });

  it('continues from the workspace if the earlier results were accepted in the meantime', async () => {
    using workspace = await openWaitingBatch();
    const { runId } = workspace.facts;
    await using engine = openFolderEngine(workspace, { landing: 'review' });
    const [first] = await engine.results.pending();
    await engine.results.accept(first?.runId ?? '');
    const { status } = await engine.runs.choose(runId, 'skip');
    assert.equal(status, 'pass');
    const [second] = await engine.results.pending();
    assert.deepEqual(
      second?.chunks.map(({ id }) => id),
      ['two'],
    );
    await engine.results.accept(second.runId);
    assert.equal(workspace.read('src/two.ts'), plainModule('two'));
  });
});
