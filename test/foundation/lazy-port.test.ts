import assert from 'node:assert/strict';
import { createLazyPort } from '../../src/foundation/lazy-port.ts';

class Counter {
  #count = 0;

  add(by: number): Promise<number> {
    this.#count += by;
    return Promise.resolve(this.#count);
  }
}

describe('createLazyPort', () => {
  it('loads its port once, at the first call', async () => {
    let loads = 0;
    const port = createLazyPort<Pick<Counter, 'add'>>(() => {
      loads += 1;
      return Promise.resolve(new Counter());
    });
    assert.equal(loads, 0);
    assert.deepEqual(await Promise.all([port.add(1), port.add(2)]), [1, 3]);
    const { add } = port;
    assert.equal(await add(3), 6, 'a method needs no receiver');
    assert.equal(loads, 1);
  });

  it('loads again after a failure', async () => {
    let loads = 0;
    const port = createLazyPort<Pick<Counter, 'add'>>(() => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('no disk')) : Promise.resolve(new Counter());
    });
    await assert.rejects(port.add(1), /no disk/);
    assert.equal(await port.add(1), 1);
  });

  it('is no promise', async () => {
    const port = createLazyPort<Pick<Counter, 'add'>>(() => Promise.resolve(new Counter()));
    assert.equal(await Promise.resolve(port), port);
  });
});
