import assert from 'node:assert/strict';
import { ItemSession } from '../../../src/pipeline/step/item-session.ts';
import { signal } from '../forge/support/forge-scene.ts';
import { createItem } from '../state/item-states.ts';
import { MemoryStateStore } from './support.ts';

const reserved = (id: string) => ({ type: 'reserved', id, stage: 'generation', usd: 1 }) as const;

describe('the state of an item during a step', () => {
  it('[PIPE-1] keeps every change of several writers, with those that were deferred during a write', async () => {
    const store = new MemoryStateStore();
    const session = await ItemSession.create(store, createItem(), signal);
    const first = session.apply(reserved('1'));
    const second = session.apply(reserved('2'), reserved('3'));
    await Promise.resolve();
    session.defer(reserved('4'));
    await Promise.all([first, second]);
    session.defer(reserved('5'));
    const last = session.apply(reserved('6'));
    session.defer(reserved('7'));
    await last;
    const ids = session.state.spending.map(({ id }) => id);
    assert.deepEqual([...ids].sort(), ['1', '2', '3', '4', '5', '6', '7']);
    await session.apply();
    const stored = await ItemSession.open(store, '42', signal);
    assert.deepEqual(stored?.state, session.state);
  });
});
