import assert from 'node:assert/strict';
import { RetryableCache, memoizeUntilFailure } from '../../src/foundation/retryable-cache.ts';

describe('RetryableCache', () => {
  it('creates the value of a key once, even for concurrent calls', async () => {
    const cache = new RetryableCache<string, number>();
    let created = 0;
    const create = () => Promise.resolve(++created);
    assert.deepEqual(await Promise.all([cache.getOrCreate('a', create), cache.getOrCreate('a', create)]), [1, 1]);
    assert.equal(await cache.getOrCreate('b', create), 2);
    assert.equal(cache.values().length, 2);
  });

  it('forgets a value that failed, so that the next call tries again', async () => {
    const cache = new RetryableCache<string, string>();
    await assert.rejects(cache.getOrCreate('a', () => Promise.reject(new Error('not yet'))));
    assert.equal(cache.get('a'), undefined);
    assert.equal(await cache.getOrCreate('a', () => Promise.resolve('created')), 'created');
  });

  it('keeps the newer value when an older one of the same key fails late', async () => {
    const cache = new RetryableCache<string, string>();
    let failFirst = (): void => undefined;
    const first = cache.getOrCreate('a', () => {
      return new Promise((_resolve, reject) => (failFirst = () => reject(new Error('late'))));
    });
    cache.delete('a');
    const second = cache.getOrCreate('a', () => Promise.resolve('newer'));
    failFirst();
    await assert.rejects(first);
    assert.equal(cache.get('a'), second);
  });
});

describe('memoizeUntilFailure', () => {
  it('runs again only after a failure, and passes the arguments of the call that runs it', async () => {
    const calls: string[] = [];
    const load = memoizeUntilFailure((name: string) => {
      calls.push(name);
      return name === 'bad' ? Promise.reject(new Error('failed')) : Promise.resolve(name);
    });
    await assert.rejects(load('bad'));
    assert.equal(await load('good'), 'good');
    assert.equal(await load('other'), 'good');
    assert.deepEqual(calls, ['bad', 'good']);
  });
});
