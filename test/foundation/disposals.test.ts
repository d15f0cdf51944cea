import assert from 'node:assert/strict';
import { Disposals } from '../../src/foundation/disposals.ts';

describe('Disposals', () => {
  it('close everything once, in reverse order, also if one fails, and throw the first error', async () => {
    const closed: string[] = [];
    const disposals = new Disposals();
    disposals.add(() => void closed.push('first'));
    disposals.add(() => Promise.reject(new Error('second')));
    const resource = disposals.use({
      [Symbol.asyncDispose]: () => {
        closed.push('third');
        return Promise.resolve();
      },
    });
    assert.ok(resource);
    await assert.rejects(disposals[Symbol.asyncDispose](), /second/);
    await disposals[Symbol.asyncDispose]();
    assert.deepEqual(closed, ['third', 'first']);
  });

  it('close nothing that was moved', async () => {
    const closed: string[] = [];
    const disposals = new Disposals();
    disposals.add(() => void closed.push('one'));
    const moved = disposals.move();
    await disposals[Symbol.asyncDispose]();
    assert.deepEqual(closed, []);
    await moved[Symbol.asyncDispose]();
    assert.deepEqual(closed, ['one']);
  });
});
