import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { runInParallel } from '../../../../src/verdicts/scenarios/execution/run-in-parallel.ts';

/** Jobs that record how many of them run at the same time. */
function createJobs(exclusive: readonly boolean[]) {
  const running = new Set<number>();
  const order: number[] = [];
  let most = 0;
  let mostExclusive = 0;
  const jobs = exclusive.map((isExclusive, index) => ({
    isExclusive,
    work: async () => {
      running.add(index);
      order.push(index);
      most = Math.max(most, running.size);
      mostExclusive = Math.max(mostExclusive, [...running].filter((one) => exclusive[one]).length);
      await setImmediate();
      await setImmediate();
      running.delete(index);
    },
  }));
  return { jobs, order, counts: () => ({ most, mostExclusive }) };
}

describe('Trajectories in parallel', () => {
  it('run in their order, as many as allowed at the same time', async () => {
    const { jobs, order, counts } = createJobs([false, false, false, false, false]);
    await runInParallel(jobs, 2);
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
    assert.equal(counts().most, 2);
  });

  it('with a fixed port run one at a time, next to others', async () => {
    const { jobs, order, counts } = createJobs([true, true, false, true, false]);
    await runInParallel(jobs, 3);
    assert.deepEqual(order.toSorted(), [0, 1, 2, 3, 4]);
    assert.deepEqual(counts(), { most: 3, mostExclusive: 1 });
  });

  it('do not start after one failed, and the error is thrown when the others have ended', async () => {
    const ended: number[] = [];
    const jobs = [0, 1, 2, 3].map((index) => ({
      isExclusive: false,
      work: async () => {
        if (index === 0) throw new Error('broken');
        await setImmediate();
        ended.push(index);
      },
    }));
    await assert.rejects(runInParallel(jobs, 2), /broken/);
    assert.deepEqual(ended, [1]);
  });
});
