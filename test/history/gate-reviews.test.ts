import assert from 'node:assert/strict';
import { describeHistory } from './describe-history.ts';

describeHistory('gate reviews', (store) => {
  it('keep gate ids, attempts, limits and verdicts with reasons over a restart', async () => {
    const history = await store.open();
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
    const again = await store.open();
    const [stored, ...more] = await again.listGateReviews({ specId: 'health-check', status: 'waiting' });
    assert.deepEqual(more, []);
    assert.deepEqual(
      [stored!.attemptCount, stored!.exhaustedGateIds, stored!.history],
      [2, ['naming'], review.history],
    );
    assert.deepEqual(await again.listGateReviews({ status: 'open' }), []);
  });
});
