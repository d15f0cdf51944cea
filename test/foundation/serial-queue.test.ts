import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { SerialQueue } from '../../src/foundation/serial-queue.ts';

describe('SerialQueue', () => {
  it('runs one job at a time, in the order of the calls', async () => {
    const queue = new SerialQueue();
    const events: string[] = [];
    const job = (name: string) => async () => {
      events.push(`start ${name}`);
      await setImmediate();
      events.push(`end ${name}`);
      return name;
    };
    const results = await Promise.all([queue.add(job('a')), queue.add(job('b')), queue.add(job('c'))]);
    assert.deepEqual(results, ['a', 'b', 'c']);
    assert.deepEqual(events, ['start a', 'end a', 'start b', 'end b', 'start c', 'end c']);
  });

  it('reports a failure to its caller and runs the next job', async () => {
    const queue = new SerialQueue();
    const failing = queue.add(() => Promise.reject(new Error('first job failed')));
    const next = queue.add(() => 'second');
    await assert.rejects(failing, /first job failed/);
    assert.equal(await next, 'second');
  });

  it('reports a synchronous exception as a rejection', async () => {
    const queue = new SerialQueue();
    const failing = queue.add(() => {
      throw new Error('thrown synchronously');
    });
    await assert.rejects(failing, /thrown synchronously/);
  });

  it('is idle when every job has ended, failed ones included', async () => {
    const queue = new SerialQueue();
    let ended = 0;
    const failing = queue.add(async () => {
      await setImmediate();
      ended++;
      throw new Error('failed');
    });
    void queue.add(async () => {
      await setImmediate();
      ended++;
    });
    const rejected = assert.rejects(failing);
    await queue.idle();
    assert.equal(ended, 2);
    await rejected;
  });
});
