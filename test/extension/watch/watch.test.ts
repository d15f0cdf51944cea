import assert from 'node:assert/strict';
import { ChangeBatch } from '../../../src/extension/watch/change-batch.ts';
import { UnsavedTexts } from '../../../src/extension/watch/unsaved-texts.ts';
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
