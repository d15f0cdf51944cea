import assert from 'node:assert/strict';
import type { Forge } from '../../../src/pipeline/forge/forge.ts';
import { ItemSession } from '../../../src/pipeline/step/item-session.ts';
import { withHeartbeat } from '../../../src/pipeline/step/with-heartbeat.ts';
import { StaleStateError } from '../../../src/pipeline/state/state-store.ts';
import { signal } from '../forge/support/forge-scene.ts';
import { apply, createItem } from '../state/item-states.ts';
import { WatchedStore } from './support.ts';

const LOCK = { owner: 'me', host: 'h', pid: 1, processToken: 't', takenAt: '2026-01-01', heartbeatAt: '2026-01-01' };

async function open() {
  const store = new WatchedStore();
  const session = await ItemSession.create(store, apply(createItem(), { type: 'locked', lock: LOCK }), signal);
  let count = 0;
  const worker = {
    owner: 'me',
    forge: {} as Forge,
    heartbeatLimitMs: 20,
    timestamp: () => `2026-01-02 ${++count}`,
    signal,
  };
  return { store, session, worker };
}

describe('the heartbeat of an execution', () => {
  it('[ASSERT-PSM-005] is extended while the work runs, so that the lock does not expire', async () => {
    const { store, session, worker } = await open();
    const result = await withHeartbeat(session, worker, async () => {
      const beats: string[] = [];
      await new Promise<void>((resolve) => {
        store.onSwap = ({ lock }) => {
          if (beats.push(lock?.heartbeatAt ?? '') === 2) resolve();
        };
      });
      return beats;
    });
    assert.deepEqual(result, ['2026-01-02 1', '2026-01-02 2']);
    await session.applyAsOwner('me', { type: 'unlocked', owner: 'me' });
  });

  it('[ASSERT-PSM-005] aborts the work when another process has taken the lock over', async () => {
    const { store, session, worker } = await open();
    const other = await ItemSession.open(store, '42', signal);
    await other?.apply({ type: 'locked', lock: { ...LOCK, owner: 'other' } });
    const work = withHeartbeat(
      session,
      worker,
      (stop) =>
        new Promise((_, reject) => {
          stop.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    await assert.rejects(work, StaleStateError);
  });
});
