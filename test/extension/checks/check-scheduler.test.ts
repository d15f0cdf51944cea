import assert from 'node:assert/strict';
import { CheckScheduler } from '../../../src/extension/checks/check-scheduler.ts';
import { ManualTimers, settlePromises } from '../support/manual-timers.ts';

interface Started {
  readonly key: string;
  readonly signal: AbortSignal;
  finish(): void;
  fail(reason: Error): void;
}

function createScheduler(limits = { maxWaitMs: 1000, maxConcurrent: 2 }) {
  const timers = new ManualTimers();
  const started: Started[] = [];
  const errors: unknown[] = [];
  const scheduler = new CheckScheduler(
    (key, signal) => new Promise((finish, fail) => started.push({ key, signal, finish, fail })),
    timers,
    limits,
    (thrown) => errors.push(thrown),
  );
  return { timers, started, errors, scheduler };
}

describe('CheckScheduler', () => {
  it('reports work that fails and frees its slot for the next key', async () => {
    const { timers, started, errors, scheduler } = createScheduler({ maxWaitMs: 1000, maxConcurrent: 1 });
    scheduler.request('a', 0);
    scheduler.request('b', 0);
    await timers.advance(0);
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a'],
    );
    const failure = new Error('check failed');
    started[0]?.fail(failure);
    await timers.advance(0);
    assert.deepEqual(errors, [failure]);
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a', 'b'],
    );
    scheduler.request('a', 0);
    started[1]?.finish();
    await timers.advance(0);
    assert.equal(started.length, 3, 'the failed key must be able to start again');
  });

  it('waits until requests pause, then runs once', async () => {
    const { timers, started, scheduler } = createScheduler();
    scheduler.request('a', 200);
    await timers.advance(150);
    scheduler.request('a', 200);
    await timers.advance(150);
    assert.equal(started.length, 0);
    await timers.advance(50);
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a'],
    );
  });

  it('restarts the work when a newer request makes it stale', async () => {
    const { timers, started, scheduler } = createScheduler();
    scheduler.request('a', 0);
    await timers.advance(0);
    scheduler.request('a', 10);
    assert.equal(started[0]?.signal.aborted, true);
    started[0].finish();
    await timers.advance(10);
    assert.equal(started.length, 2);
    assert.equal(started[1]?.signal.aborted, false);
  });

  it('limits the delay: after the maximum wait the running work finishes and runs again', async () => {
    const { timers, started, scheduler } = createScheduler({ maxWaitMs: 500, maxConcurrent: 1 });
    for (let typed = 0; typed < 10; typed++) {
      scheduler.request('a', 200);
      await timers.advance(100);
    }
    assert.equal(started.length, 1, 'continuous typing must not delay the first run');
    assert.equal(started[0]?.signal.aborted, false);
    started[0].finish();
    await timers.advance(0);
    assert.equal(started.length, 2, 'a request during the run must cause another run');
  });

  it('limits the number of concurrent runs', async () => {
    const { timers, started, scheduler } = createScheduler({ maxWaitMs: 1000, maxConcurrent: 2 });
    for (const key of ['a', 'b', 'c']) scheduler.request(key, 0);
    await timers.advance(0);
    assert.equal(started.length, 2);
    started[0]?.finish();
    await settlePromises();
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a', 'b', 'c'],
    );
  });

  it('drops a cancelled key, and all keys after disposal', async () => {
    const { timers, started, scheduler } = createScheduler();
    scheduler.request('a', 0);
    scheduler.request('b', 100);
    await timers.advance(0);
    scheduler.cancel('b');
    scheduler.dispose();
    scheduler.request('c', 0);
    await timers.advance(1000);
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a'],
    );
    assert.equal(started[0]?.signal.aborted, true);
  });
});
