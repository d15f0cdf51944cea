import assert from 'node:assert/strict';
import { ChangeBatcher } from '../../../src/extension/watch/change-batcher.ts';
import { ManualTimers } from '../support/manual-timers.ts';

describe('ChangeBatcher', () => {
  it('delivers changes together, each path once per folder, and ignores .git and node_modules', async () => {
    const timers = new ManualTimers();
    const delivered: [string, readonly string[]][] = [];
    const batcher = new ChangeBatcher(timers, 60, (folder, paths) => delivered.push([folder, paths]));
    for (const path of ['a.ts', 'b.ts', 'a.ts', '.git/index', 'x/node_modules/y.js']) batcher.add('one', path);
    batcher.add('two', 'c.ts');
    await timers.advance(60);
    assert.deepEqual(delivered, [
      ['one', ['a.ts', 'b.ts']],
      ['two', ['c.ts']],
    ]);
  });

  it('a steady stream of changes does not delay delivery', async () => {
    const timers = new ManualTimers();
    let delivered = 0;
    const batcher = new ChangeBatcher(timers, 60, () => delivered++);
    for (let change = 0; change < 10; change++) {
      batcher.add('one', `${change}.ts`);
      await timers.advance(30);
    }
    assert.ok(delivered >= 4);
    batcher.dispose();
    await timers.advance(100);
    assert.equal(delivered, 5);
  });
});
