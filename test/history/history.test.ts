import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import type { ChunkContext } from '../../src/history/records/chunk-context.ts';
import type { StoredRun } from '../../src/history/records/stored-run.ts';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import { attempt, result, start, TemporaryHistory } from './temporary-history.ts';

const context = (name: string): ChunkContext => ({
  availableExports: [{ name, from: '@/types', type: 'type', createdByChunk: 'types', file: 'src/types.ts' }],
  availableFiles: [{ path: 'src/types.ts', exports: [name], createdByChunk: 'types' }],
  changesSoFar: {
    filesCreated: ['src/types.ts'],
    filesModified: [],
    filesDeleted: [],
    filesRenamed: [{ from: 'a.ts', to: 'b.ts' }],
    totalAdditions: 3,
    totalDeletions: 1,
  },
});

/** Every key of a type, at any depth, as a path. A check has an open type and counts as one key. */
type KeysOf<T> = T extends readonly (infer Item)[]
  ? KeysOf<Item>
  : T extends object
    ? { [Key in keyof T & string]-?: Key | (Key extends 'check' ? never : `${Key}.${KeysOf<T[Key]>}`) }[keyof T &
        string]
    : never;

describe('History', () => {
  let temporary: TemporaryHistory;
  beforeEach(async () => {
    temporary = await TemporaryHistory.create();
  });
  afterEach(() => temporary[Symbol.asyncDispose]());

  /** A clock that advances one second with every call. */
  function clock(): () => Date {
    let seconds = 0;
    return () => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds++));
  }

  it('stores runs in the shape that the run reports', () => {
    // The compiler checks that each type is assignable to the other and that both have the same keys at every depth.
    const same: [
      (one: StoredRun) => ChunkRunResult,
      (one: ChunkRunResult) => StoredRun,
      (one: KeysOf<StoredRun>) => KeysOf<ChunkRunResult>,
      (one: KeysOf<ChunkRunResult>) => KeysOf<StoredRun>,
    ] = [(one) => one, (one) => one, (one) => one, (one) => one];
    const deep: KeysOf<StoredRun> = 'attempts.validation.assertResults.contractLocation.endColumn';
    assert.deepEqual([same.length, deep.split('.').length], [4, 5]);
  });

  describe('runs', () => {
    it('[ENF-ACC-3] returns a run as it was reported, after a restart', async () => {
      const first = await temporary.open();
      const whole = result('r1', [attempt(1), attempt(2, { costUsd: null })], {
        status: 'conflict',
        blockedBy: [{ type: 'failed_chunk', chunkId: 'x', item: 'y', details: 'z' }],
        landed: { commit: 'c', files: ['a'], conflicts: [{ file: 'a', reason: 'b' }], keptRef: 'refs/x', notes: ['n'] },
      });
      await first.startRun(start('r1'));
      for (const one of whole.attempts) await first.recordAttempt('r1', one);
      await first.finishRun('r1', whole);
      await first.close();
      const second = await temporary.open({ create: false });
      assert.deepEqual(JSON.parse(JSON.stringify(await second.readRun('r1'))), whole);
      assert.equal(await second.readRun('r2'), undefined);
    });

    it('[ENF-ACC-3] stores each attempt with its validation as it ends', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.recordAttempt('r1', attempt(1));
      const [row] = temporary.sql('select * from chunk_validations');
      assert.equal(row!['chunk_id'], 'types');
      assert.equal(row!['attempt'], 1);
      assert.equal((JSON.parse(String(row!['result'])) as { buildOutput: string }).buildOutput, 'TS2304');
      const stored = await history.readRun('r1');
      assert.equal(stored!.attempts.length, 1);
      assert.match(stored!.reason!, /not ended/);
    });

    it('records attempts that are only in the outcome, and none twice', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.recordAttempt('r1', attempt(1));
      await history.finishRun('r1', result('r1', [attempt(1), attempt(2)]));
      assert.deepEqual(
        (await history.readRun('r1'))!.attempts.map((one) => one.number),
        [1, 2],
      );
    });

    it('are listed latest first, with tokens, cost, model, contract hash and revision', async () => {
      const history = await temporary.open({ now: clock() });
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
      const history = await temporary.open();
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
      const history = await temporary.open();
      const document = (text: string) => ({ ...start('x').document, text, contentHash: `hash of ${text}` });
      for (const [id, text] of ['one', 'two', 'one'].entries()) {
        await history.startRun(start(`r${id}`, { document: document(text) }));
      }
      assert.deepEqual(
        temporary.sql('select text from contracts order by id').map((row) => row['text']),
        ['one', 'two'],
      );
      const hashes = (await history.listRuns()).map((run) => `${run.runId} ${run.contractHash}`).sort();
      assert.deepEqual(hashes, ['r0 hash of one', 'r1 hash of two', 'r2 hash of one']);
    });

    it('are reported as not found for an unknown id', async () => {
      const history = await temporary.open();
      await assert.rejects(
        history.recordAttempt('nowhere', attempt(1)),
        (thrown: unknown) => thrown instanceof HoldfastError && thrown.code === 'not-found',
      );
    });

    it('end as error with the reason', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.setChunkStatus('health-check', start('r1').chunk, 'running');
      const error = { code: 'git' as const, message: 'git is gone', hint: 'Install it.' };
      await history.finishRun('r1', result('r1', [], { status: 'aborted', reason: error.message, error }));
      assert.equal((await history.listRuns())[0]!.status, 'error');
      const { status, reason, error: read } = (await history.readRun('r1'))!;
      assert.deepEqual([status, reason, read], ['aborted', error.message, error]);
      assert.equal((await history.readChunkState('health-check', 'types'))!.status, 'pending');
    });
  });

  describe('chunks', () => {
    const { chunk } = start('r1');

    it('have no state before their first run, and a status and review after it', async () => {
      const history = await temporary.open();
      assert.equal(await history.readChunkState('health-check', 'types'), undefined);
      await history.startRun(start('r1'));
      assert.equal((await history.readChunkState('health-check', 'types'))!.status, 'pending');
      await history.setChunkStatus('health-check', chunk, 'running');
      assert.equal((await history.readChunkState('health-check', 'types'))!.status, 'running');
      await history.setChunkStatus('health-check', chunk, 'completed', 'pass');
      const state = await history.readChunkState('health-check', 'types');
      assert.deepEqual(
        [state!.title, state!.status, state!.review, state!.runId],
        ['Types', 'completed', 'pass', 'r1'],
      );
      assert.deepEqual([...(await history.readChunkStates('health-check')).keys()], ['types']);
      assert.equal((await history.readChunkStates('other')).size, 0);
    });

    it('keep their previous status if a run ends without a result', async () => {
      const history = await temporary.open();
      await history.setChunkStatus('health-check', chunk, 'completed', 'pass');
      await history.startRun(start('r2'));
      await history.setChunkStatus('health-check', chunk, 'running');
      await history.finishRun('r2', result('r2', [], { status: 'cancelled' }));
      const state = await history.readChunkState('health-check', 'types');
      assert.deepEqual([state!.status, state!.review], ['completed', 'pass']);
    });

    it('lose their review status if a new status is set without a review', async () => {
      const history = await temporary.open();
      await history.setChunkStatus('health-check', chunk, 'completed', 'pass');
      await history.setChunkStatus('health-check', chunk, 'failed');
      const state = await history.readChunkState('health-check', 'types');
      assert.deepEqual([state!.status, state!.review], ['failed', undefined]);
    });
  });

  describe('contexts', () => {
    it('[ENF-ACC-3] are kept once per chunk, in the order of recording, over a restart', async () => {
      const history = await temporary.open();
      await history.startRun(start('r1'));
      await history.recordContext('r1', 'health-check', 'types', context('Old'));
      await history.recordContext('r1', 'health-check', 'check', context('check'));
      await history.recordContext('r1', 'health-check', 'types', context('New'));
      await history.recordContext('r1', 'other', 'types', context('Other'));
      await history.close();
      const contexts = await (await temporary.open()).listContexts('health-check');
      assert.deepEqual(
        contexts.map((one) => [one.chunkId, one.context.availableExports[0]!.name]),
        [
          ['check', 'check'],
          ['types', 'New'],
        ],
      );
      assert.deepEqual(contexts[1]!.context, context('New'));
      assert.equal(
        temporary.sql("select revision from chunk_contexts where chunk_id = 'types'")[0]!['revision'],
        'abc123',
      );
    });
  });

  describe('reviews', () => {
    const review = {
      runId: 'r1',
      specId: 'health-check',
      contract: 'health.contract.yaml',
      chunks: [{ id: 'types', title: 'Types' }],
      payload: { base: 'b', result: 'r', nested: [1, null, true] },
    };

    for (const [resolution, status] of [
      ['accepted', 'pass'],
      ['discarded', 'fail'],
    ] as const) {
      it(`[ENF-GATE-2] are pending until they are ${resolution}, over a restart, and then ${status}`, async () => {
        const history = await temporary.open();
        await history.startRun(start('r1'));
        await history.savePendingReview(review);
        await history.close();
        const again = await temporary.open();
        const [waiting, ...more] = await again.listPendingReviews();
        assert.deepEqual(more, []);
        assert.deepEqual({ ...waiting!, createdAt: '' }, { ...review, createdAt: '' });
        assert.equal((await again.readChunkState('health-check', 'types'))!.review, 'pending');
        assert.equal(await again.resolveReview('r1', resolution), true);
        assert.equal(await again.readResolution('r1'), resolution);
        assert.deepEqual(await again.listPendingReviews(), []);
        const state = await again.readChunkState('health-check', 'types');
        assert.deepEqual([state!.status, state!.review], ['completed', status]);
      });
    }

    it('are hidden while a run adds results, and listed when the run or its process has ended', async () => {
      const history = await temporary.open();
      await history.savePendingReview(review, { claim: true });
      assert.deepEqual(await history.listPendingReviews(), []);
      await history.savePendingReview({ ...review, runId: 'r2' }, { replaces: 'r1', claim: true });
      await history.releaseReview('r2');
      const ids = async (): Promise<string[]> => (await history.listPendingReviews()).map(({ runId }) => runId);
      assert.deepEqual(await ids(), ['r2']);

      await history.savePendingReview({ ...review, runId: 'r3' }, { replaces: 'r2', claim: true });
      assert.deepEqual(await ids(), []);
      const ended = { host: hostname(), pid: 2 ** 30, token: '' };
      temporary.sql(`update pending_reviews set holder = '${JSON.stringify(ended)}'`);
      assert.deepEqual(await ids(), ['r3']);
    });

    it('can be claimed once, and not after they are resolved', async () => {
      const history = await temporary.open();
      await history.savePendingReview(review);
      assert.equal(await history.claimReview('r1'), true);
      assert.deepEqual(await history.listPendingReviews(), []);
      assert.equal(await history.claimReview('r1'), false);
      await history.releaseReview('r1');
      await history.resolveReview('r1', 'discarded');
      assert.equal(await history.claimReview('r1'), false);
    });

    it('are left out if their owner record is damaged, without hiding others', async () => {
      const messages: string[] = [];
      const history = await temporary.open({ onUnreadable: (message) => messages.push(message) });
      await history.savePendingReview(review);
      await history.savePendingReview({ ...review, runId: 'r2' });
      temporary.sql(`update pending_reviews set holder = '{' where run_id = 'r1'`);
      assert.deepEqual(
        (await history.listPendingReviews()).map(({ runId }) => runId),
        ['r2'],
      );
      assert.match(messages.join(), /pending review of run r1/);
    });

    it('are listed again if the other host adds no result for two hours', async () => {
      let time = Date.UTC(2026, 10, 22, 10);
      const history = await temporary.open({ now: () => new Date(time) });
      await history.savePendingReview(review, { claim: true });
      temporary.sql(`update pending_reviews set holder = json_set(holder, '$.host', 'gone.invalid')`);
      time += 60 * 60 * 1000;
      assert.equal((await history.listPendingReviews()).length, 0);
      time += 2 * 60 * 60 * 1000;
      assert.equal((await history.listPendingReviews()).length, 1);
      assert.equal(await history.claimReview('r1'), true);
      assert.equal((await history.listPendingReviews()).length, 0, 'the claim starts at this time');
    });

    it('are resolved only once', async () => {
      const one = await temporary.open();
      const other = await temporary.open();
      await one.savePendingReview(review);
      assert.deepEqual(
        await Promise.all([one.resolveReview('r1', 'accepted'), other.resolveReview('r1', 'discarded')]).then(
          (answers) => answers.sort(),
        ),
        [false, true],
      );
      assert.equal(await one.resolveReview('unknown', 'accepted'), false);
    });

    it('are listed only in their own folder', async () => {
      const one = await temporary.open({ folder: '/home/one' });
      const other = await temporary.open({ folder: '/home/other' });
      const neither = await temporary.open();
      await one.savePendingReview(review);
      assert.equal((await one.listPendingReviews()).length, 1);
      assert.equal((await other.listPendingReviews()).length, 0);
      assert.equal((await neither.listPendingReviews()).length, 1);
    });
  });

  describe('gate reviews', () => {
    it('keep gate ids, attempts, limits and verdicts with reasons over a restart', async () => {
      const history = await temporary.open();
      const review = {
        id: 'g1',
        specId: 'health-check',
        chunkId: 'types',
        runId: 'r1',
        status: 'open' as const,
        gateIds: ['naming'],
        attemptCount: 1,
        maxAttempts: 2,
        retryLimitExceeded: false,
        exhaustedGateIds: [],
        hints: ['Name the units.'],
        history: [
          { at: '2026-11-21T10:00:00Z', gateId: 'naming', status: 'fail' as const, attempt: 1, reasoning: 'no units' },
        ],
      };
      await history.saveGateReview(review);
      await history.saveGateReview({
        ...review,
        status: 'waiting',
        attemptCount: 2,
        retryLimitExceeded: true,
        exhaustedGateIds: ['naming'],
      });
      await history.close();
      const again = await temporary.open();
      const [stored, ...more] = await again.listGateReviews({ specId: 'health-check', status: 'waiting' });
      assert.deepEqual(more, []);
      assert.deepEqual(
        [stored!.attemptCount, stored!.exhaustedGateIds, stored!.history],
        [2, ['naming'], review.history],
      );
      assert.deepEqual(await again.listGateReviews({ status: 'open' }), []);
    });
  });

  describe('amendments', () => {
    it('[ENF-AMEND-5] store status and resolved_at and are resolved only once', async () => {
      const history = await temporary.open({ now: clock() });
      const proposal = { reason: 'r', proposedChanges: [{ path: 'chunks[0].title', oldValue: 'a', newValue: 'b' }] };
      await history.proposeAmendment({
        id: 'a1',
        specId: 'health-check',
        chunkId: 'types',
        runId: 'r1',
        contractHash: 'h',
        proposal,
      });
      const [pending] = await history.listAmendments({ status: 'pending' });
      assert.deepEqual(pending!.proposal, proposal);
      assert.equal(pending!.resolvedAt, undefined);
      assert.equal(await history.resolveAmendment('a1', 'accepted'), true);
      assert.equal(await history.resolveAmendment('a1', 'rejected'), false);
      const [stored] = await history.listAmendments({ id: 'a1' });
      assert.equal(stored!.status, 'accepted');
      assert.ok(stored!.resolvedAt! > stored!.createdAt);
      assert.deepEqual(await history.listAmendments({ specId: 'other' }), []);
    });
  });

  it('[TRUST-3] removes secrets from stored outputs and messages, and never alters contract texts', async () => {
    const secret = 'sk-live-"quoted"-123';
    const history = await temporary.open({ redact: (text) => text.replaceAll(secret, '[redacted]') });
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
    const everything = tables.map((table) => JSON.stringify(temporary.sql(`select * from ${table}`))).join('\n');
    assert.doesNotMatch(everything, /sk-live-/);
    assert.match(everything, /key sk-live/);
    assert.equal(everything.split('[redacted]').length - 1, 7);
  });
});
