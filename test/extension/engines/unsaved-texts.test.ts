import assert from 'node:assert/strict';
import { UnsavedTexts } from '../../../src/extension/engines/unsaved-texts.ts';
import { createFakeEngine } from '../support/fake-engine.ts';

describe('UnsavedTexts', () => {
  it('reads a text when a check needs it, not after every keystroke', () => {
    const texts = new UnsavedTexts();
    const { engine, state } = createFakeEngine();
    let read = 0;
    for (const text of ['a', 'ab', 'abc'])
      texts.queue('one', 'a.ts', () => {
        read++;
        return text;
      });
    texts.queue('two', 'b.ts', () => 'other folder');
    texts.flush('one', engine);
    texts.flush('one', engine);
    assert.equal(read, 1);
    assert.deepEqual([...state.unsaved], [['a.ts', 'abc']]);
  });

  it('reports that the file on disk is current again', () => {
    const texts = new UnsavedTexts();
    const { engine, state } = createFakeEngine();
    texts.queue('one', 'a.ts', () => null);
    texts.flush('one', engine);
    assert.equal(state.unsaved.get('a.ts'), null);
  });
});
