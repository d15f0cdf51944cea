import assert from 'node:assert/strict';
import { HoldfastError } from '../../src/foundation/errors.ts';
import { clock } from './clock.ts';
import { describeHistory } from './describe-history.ts';
import { attempt, result, start } from './temporary-history.ts';

describeHistory('the history of runs', (store) => {
  it('[ENF-ACC-3] returns a run as it was reported, after a restart', async () => {
    const first = await store.open();
    const whole = result('r1', [attempt(1), attempt(2, { costUsd: null })], {
      status: 'conflict',
      blockedBy: [{ type: 'failed_chunk', chunkId: 'x', item: 'y', details: 'z' }],
      landed: { commit: 'c', files: ['a'], conflicts: [{ file: 'a', reason: 'b' }], keptRef: 'refs/x', notes: ['n'] },
    });
    await first.startRun(start('r1'));
    for (const one of whole.attempts) await first.recordAttempt('r1', one);
    await first.finishRun('r1', whole);
    await first.close();
    const second = await store.open({ create: false });
    assert.deepEqual(JSON.parse(JSON.stringify(await second.readRun('r1'))), whole);
    assert.equal(await second.readRun('r2'), undefined);
  });

  it('[ENF-ACC-3] stores each attempt with its validation as it ends', async () => {
    const history = await store.open();
    await history.startRun(start('r1'));
    await history.recordAttempt('r1', attempt(1));
    const [row] = await store.sql('select * from chunk_validations');
    assert.equal(row!['chunk_id'], 'types');
    assert.equal(row!['attempt'], 1);
    assert.equal((JSON.parse(String(row!['result'])) as { buildOutput: string }).buildOutput, 'TS2304');
    const stored = await history.readRun('r1');
    assert.equal(stored!.attempts.length, 1);
    assert.match(stored!.reason!, /not ended/);
  });

  it('records attempts that are only in the outcome, and none twice', async () => {
    const history = await store.open();
    await history.startRun(start('r1'));
    await history.recordAttempt('r1', attempt(1));
    await history.finishRun('r1', result('r1', [attempt(1), attempt(2)]));
    assert.deepEqual(
      (await history.readRun('r1'))!.attempts.map((one) => one.number),
      [1, 2],
    );
  });

  it('are listed latest first, with tokens, cost, model, contract hash and revision', async () => {
    const history = await store.open({ now: clock() });
    await history.startRun(start('r1'));
    await history.recordCall({
      runId: 'r1',
      attempt: 1,
      call: { model: 'anthropic:claude', inputTokens: 5, outputTokens: 7, costUsd: 0.5, durationMs: 3.4 },
    });
    await history.recordCall({
      runId: 'r1',
      attempt: 1,
      call: { model: 'x:y', inputTokens: 1, outputTokens: 1, costUsd: 0.25, durationMs: 1, error: 'stalled' },
    });
    await history.finishRun('r1', result('r1', [attempt(1)]));
    await history.startRun(start('r2', { revision: null, model: 'replay:x' }));
    const [latest, before, ...more] = await history.listRuns();
    assert.deepEqual(more, []);
    assert.deepEqual(before, {
      runId: 'r1',
      contract: 'health.contract.yaml',
      chunk: 'types',
      title: 'Types',
      status: 'fail',
      attempts: 1,
      inputTokens: 6,
      outputTokens: 8,
      costUsd: 0.75,
      byPurpose: [{ purpose: 'attempt', calls: 2, inputTokens: 6, outputTokens: 8, costUsd: 0.75 }],
      model: 'anthropic:claude',
      startedAt: before!.startedAt,
      finishedAt: before!.finishedAt,
      contractHash: 'hash-1',
      revision: 'abc123',
    });
    assert.ok(before.finishedAt! > before.startedAt);
    assert.deepEqual([latest!.runId, latest!.status, latest!.finishedAt], ['r2', 'running', null]);
    assert.deepEqual([latest!.model, latest!.revision, latest!.costUsd], ['replay:x', null, 0]);
    assert.equal((await history.listRuns(1)).length, 1);
  });

  it('never count an unknown cost as zero', async () => {
    const history = await store.open();
    const call = { model: 'x:y', inputTokens: 1, outputTokens: 1, durationMs: 1 };
    await history.startRun(start('called'));
    await history.recordCall({ runId: 'called', call: { ...call, costUsd: 1 } });
    await history.recordCall({ runId: 'called', call: { ...call, costUsd: null } });
    await history.startRun(start('attempted'));
    await history.recordAttempt('attempted', attempt(1));
    await history.recordAttempt('attempted', attempt(2, { costUsd: null }));
    await history.startRun(start('known'));
    await history.recordAttempt('known', attempt(1));
    await history.recordAttempt('known', attempt(2));
    const costs = new Map((await history.listRuns()).map((run) => [run.runId, run.costUsd]));
    assert.equal(costs.get('called'), null);
    assert.equal(costs.get('attempted'), null);
    assert.equal(costs.get('known'), 0.02);
  });

  it('store each version of a contract once', async () => {
    const history = await store.open();
    const document = (text: string) => ({ ...start('x').document, text, contentHash: `hash of ${text}` });
    for (const [id, text] of ['one', 'two', 'one'].entries()) {
      await history.startRun(start(`r${id}`, { document: document(text) }));
    }
    assert.deepEqual(
      (await store.sql('select text from contracts order by id')).map((row) => row['text']),
      ['one', 'two'],
    );
    const hashes = (await history.listRuns()).map((run) => `${run.runId} ${run.contractHash}`).sort();
    assert.deepEqual(hashes, ['r0 hash of one', 'r1 hash of two', 'r2 hash of one']);
  });

  it('are reported as not found for an unknown id', async () => {
    const history = await store.open();
    await assert.rejects(
      history.recordAttempt('nowhere', attempt(1)),
      (thrown: unknown) => thrown instanceof HoldfastError && thrown.code === 'not-found',
    );
  });

  it('end as error with the reason', async () => {
    const history = await store.open();
    await history.startRun(start('r1'));
    await history.setChunkStatus('health-check', start('r1').chunk, 'running');
    const error = { code: 'git' as const, message: 'git is gone', hint: 'Install it.' };
    await history.finishRun('r1', result('r1', [], { status: 'aborted', reason: error.message, error }));
    assert.equal((await history.listRuns())[0]!.status, 'error');
    const { status, reason, error: read } = (await history.readRun('r1'))!;
    assert.deepEqual([status, reason, read], ['aborted', error.message, error]);
    assert.equal((await history.readChunkState('health-check', 'types'))!.status, 'pending');
  });

  it('[TRUST-3] removes secrets from stored outputs and messages, and never alters contract texts', async () => {
    const secret = 'sk-live-"quoted"-123';
    const history = await store.open({ redact: (text) => text.replaceAll(secret, '[redacted]') });
    await history.startRun(start('r1', { document: { ...start('r1').document, text: 'key sk-live' } }));
    const one = attempt(1);
    await history.recordAttempt('r1', {
      ...one,
      diff: secret,
      output: secret,
      refusedWrites: [{ path: 'a', reason: secret }],
      validation: { ...one.validation, buildOutput: `token=${secret}` },
    });
    await history.recordCall({
      runId: 'r1',
      call: { model: 'x:y', inputTokens: 0, outputTokens: 0, costUsd: 0, durationMs: 0, error: secret },
    });
    await history.finishRun('r1', result('r1', [one], { reason: secret }));
    const tables = ['contracts', 'runs', 'attempts', 'chunk_validations', 'model_calls'];
    const rows = await Promise.all(tables.map((table) => store.sql(`select * from ${table}`)));
    const everything = JSON.stringify(rows);
    assert.doesNotMatch(everything, /sk-live-/);
    assert.match(everything, /key sk-live/);
    assert.equal(everything.split('[redacted]').length - 1, 7);
  });
});
