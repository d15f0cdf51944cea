import assert from 'node:assert/strict';
import { clock } from './clock.ts';
import { describeHistory } from './describe-history.ts';
import { start } from './temporary-history.ts';

const CALL = { model: 'x:y', inputTokens: 10, outputTokens: 2, costUsd: 0.1, durationMs: 5.4 };

describeHistory('the model calls of a history', (store) => {
  it('[ENF-ACC-3] are totalled by run and purpose, with more tokens than 32 bits hold', async () => {
    const history = await store.open();
    await history.startRun(start('r1'));
    await history.startRun(start('r2'));
    await history.recordCall({ runId: 'r1', call: { ...CALL, inputTokens: 3_000_000_000 } });
    await history.recordCall({ runId: 'r1', attempt: 1, call: { ...CALL, inputTokens: 3_000_000_000 } });
    await history.recordCall({ runId: 'r1', call: { ...CALL, purpose: 'judge', costUsd: 0.05 } });
    await history.recordCall({ call: { ...CALL, costUsd: 9 } });
    assert.deepEqual(await history.readUsage('r1'), {
      calls: 3,
      inputTokens: 6_000_000_010,
      outputTokens: 6,
      costUsd: 0.25,
      byPurpose: [
        { purpose: 'attempt', calls: 2, inputTokens: 6_000_000_000, outputTokens: 4, costUsd: 0.2 },
        { purpose: 'judge', calls: 1, inputTokens: 10, outputTokens: 2, costUsd: 0.05 },
      ],
    });
    assert.equal(await history.readUsage('r2'), undefined);
  });

  it('[PIPE-2] of a work item are in its audit, in the order of time, with the cost and without the error', async () => {
    const history = await store.open({ now: clock() });
    const work = { item: '42', stage: 'generation', round: 1, subItem: 'a' } as const;
    await history.forWork(work).recordCall({ runId: 'r1', attempt: 2, call: { ...CALL, finishReason: 'stop' } });
    const failed = { ...CALL, costUsd: null, estimated: true, error: 'The server is busy.', finishReason: 'error' };
    await history.recordCall({ work: { item: '7', stage: 'intake', round: 1 }, call: { ...failed, purpose: 'stage' } });
    await history.recordCall({ call: CALL });
    const [first, second, ...more] = await history.readAudit();
    assert.deepEqual(more, []);
    assert.deepEqual(first, {
      item: '42',
      kind: 'call',
      event: 'model-call',
      at: '2026-11-21T10:00:00.000Z',
      round: 1,
      stage: 'generation',
      subItem: 'a',
      details: {
        run: 'r1',
        attempt: 2,
        purpose: 'attempt',
        model: 'x:y',
        inputTokens: 10,
        outputTokens: 2,
        costUsd: 0.1,
        isEstimated: false,
        durationMs: 5,
        finishReason: 'stop',
        hasFailed: false,
      },
    });
    const { costUsd, isEstimated, hasFailed } = second!['details'] as Record<string, unknown>;
    assert.deepEqual([costUsd, isEstimated, hasFailed], [null, true, true]);
    assert.doesNotMatch(JSON.stringify(second), /busy/);
    assert.deepEqual(await history.readAudit('7'), [second]);
  });
});
