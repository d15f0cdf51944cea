import assert from 'node:assert/strict';
import { CheckScheduler } from '../../../src/extension/checks/check-scheduler.ts';
import { ManualTimers, settled } from '../support/manual-timers.ts';

interface Started {
  readonly key: string;
  readonly signal: AbortSignal;
  finish(): void;
}

function schedulerWith(limits = { maxWaitMs: 1000, maxConcurrent: 2 }) {
  const timers = new ManualTimers();
  const started: Started[] = [];
  const scheduler = new CheckScheduler(
    (key, signal) => new Promise((finish) => started.push({ key, signal, finish })),
    timers,
    limits,
  );
  return { timers, started, scheduler };
}

describe('CheckScheduler', () => {
  it('waits until requests rest, then works once', async () => {
    const { timers, started, scheduler } = schedulerWith();
    scheduler.request('a', 200);
    await timers.pass(150);
    scheduler.request('a', 200);
    await timers.pass(150);
    assert.equal(started.length, 0);
    await timers.pass(50);
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a'],
    );
  });

  it('starts over when a newer request makes the running work stale', async () => {
    const { timers, started, scheduler } = schedulerWith();
    scheduler.request('a', 0);
    await timers.pass(0);
    scheduler.request('a', 10);
    assert.equal(started[0]?.signal.aborted, true);
    started[0].finish();
    await timers.pass(10);
    assert.equal(started.length, 2);
    assert.equal(started[1]?.signal.aborted, false);
  });

  it('is never put off for ever: beyond the longest wait work is left to finish, and more follows', async () => {
    const { timers, started, scheduler } = schedulerWith({ maxWaitMs: 500, maxConcurrent: 1 });
    for (let typed = 0; typed < 10; typed++) {
      scheduler.request('a', 200);
      await timers.pass(100);
    }
    assert.equal(started.length, 1, 'typing without a rest must not hold the first work back');
    assert.equal(started[0]?.signal.aborted, false);
    started[0].finish();
    await timers.pass(0);
    assert.equal(started.length, 2, 'what was asked for meanwhile must follow');
  });

  it('does no more at once than it may', async () => {
    const { timers, started, scheduler } = schedulerWith({ maxWaitMs: 1000, maxConcurrent: 2 });
    for (const key of ['a', 'b', 'c']) scheduler.request(key, 0);
    await timers.pass(0);
    assert.equal(started.length, 2);
    started[0]?.finish();
    await settled();
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a', 'b', 'c'],
    );
  });

  it('forgets a key that is cancelled, and everything when it is disposed', async () => {
    const { timers, started, scheduler } = schedulerWith();
    scheduler.request('a', 0);
    scheduler.request('b', 100);
    await timers.pass(0);
    scheduler.cancel('b');
    scheduler.dispose();
    scheduler.request('c', 0);
    await timers.pass(1000);
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a'],
    );
    assert.equal(started[0]?.signal.aborted, true);
  });
});
