import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { waitForEvent } from '../bench/host/wait-for-event.ts';

describe('A wait of a measurement in the editor', () => {
  const source = (): { emitter: EventEmitter; subscribe: (listener: () => void) => { dispose(): unknown } } => {
    const emitter = new EventEmitter();
    return {
      emitter,
      subscribe: (listener) => {
        emitter.on('change', listener);
        return { dispose: () => emitter.off('change', listener) };
      },
    };
  };

  it('ends with the event at which the condition holds', async () => {
    const { emitter, subscribe } = source();
    let count = 0;
    const waited = waitForEvent({ subscribe, holds: () => ++count === 2, what: 'The error' });
    emitter.emit('change');
    emitter.emit('change');
    assert.ok((await waited) <= Date.now() + 1_000);
    assert.equal(emitter.listenerCount('change'), 0);
  });

  it('ends at its limit, and names what did not come', async () => {
    const { emitter, subscribe } = source();
    const waited = waitForEvent({ subscribe, holds: () => false, what: 'The error after save 3', limitMs: 10 });
    emitter.emit('change');
    await assert.rejects(waited, { message: 'The error after save 3 did not come within 0.01 s' });
    assert.equal(emitter.listenerCount('change'), 0);
  });
});
