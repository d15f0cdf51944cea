import assert from 'node:assert/strict';
import { ChangeBatch } from '../../../src/extension/watch/change-batch.ts';
import { UnsavedTexts } from '../../../src/extension/watch/unsaved-texts.ts';
import { WatchedFolders } from '../../../src/extension/watch/watched-folders.ts';
import { fakeEngine } from '../support/fake-engine.ts';
import { ManualTimers } from '../support/manual-timers.ts';

describe('ChangeBatch', () => {
  it('hands changes on together, each path once, per folder, without what git and npm write', async () => {
    const timers = new ManualTimers();
    const delivered: [string, readonly string[]][] = [];
    const batch = new ChangeBatch(timers, 60, (folder, paths) => delivered.push([folder, paths]));
    for (const path of ['a.ts', 'b.ts', 'a.ts', '.git/index', 'x/node_modules/y.js']) batch.add('one', path);
    batch.add('two', 'c.ts');
    await timers.pass(60);
    assert.deepEqual(delivered, [
      ['one', ['a.ts', 'b.ts']],
      ['two', ['c.ts']],
    ]);
  });

  it('a steady stream of changes never holds them back', async () => {
    const timers = new ManualTimers();
    let delivered = 0;
    const batch = new ChangeBatch(timers, 60, () => delivered++);
    for (let change = 0; change < 10; change++) {
      batch.add('one', `${change}.ts`);
      await timers.pass(30);
    }
    assert.ok(delivered >= 4);
    batch.dispose();
    await timers.pass(100);
    assert.equal(delivered, 5);
  });
});

describe('WatchedFolders', () => {
  it('watches each folder once, for as long as it is ready, and tries again one that could not be watched', () => {
    const told: string[] = [];
    const failures: (() => void)[] = [];
    const watched = new WatchedFolders((folder, failed) => {
      told.push(`watch ${folder}`);
      failures.push(failed);
      return { dispose: () => told.push(`leave ${folder}`) };
    });
    watched.follow(['one']);
    watched.follow(['one', 'two']);
    assert.deepEqual(told, ['watch one', 'watch two']);
    failures[0]?.();
    watched.follow(['one', 'two']);
    assert.deepEqual(told.splice(2), ['leave one', 'watch one']);
    failures[0]?.();
    watched.follow(['two']);
    watched.dispose();
    assert.deepEqual(told.splice(2), ['leave one', 'leave two'], 'a failure of before ends no other watch');
  });
});

describe('UnsavedTexts', () => {
  it('reads a text when a check is about to look, not at every key', () => {
    const texts = new UnsavedTexts();
    const { engine, state } = fakeEngine();
    let read = 0;
    for (const text of ['a', 'ab', 'abc'])
      texts.changed('one', 'a.ts', () => {
        read++;
        return text;
      });
    texts.changed('two', 'b.ts', () => 'other folder');
    texts.flush('one', engine);
    texts.flush('one', engine);
    assert.equal(read, 1);
    assert.deepEqual([...state.unsaved], [['a.ts', 'abc']]);
  });

  it('tells when the file on disk counts again', () => {
    const texts = new UnsavedTexts();
    const { engine, state } = fakeEngine();
    texts.changed('one', 'a.ts', () => null);
    texts.flush('one', engine);
    assert.equal(state.unsaved.get('a.ts'), null);
  });
});
