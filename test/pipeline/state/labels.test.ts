import assert from 'node:assert/strict';
import { observeLabels } from '../../../src/pipeline/state/labels.ts';
import { judgeLock, type Lock } from '../../../src/pipeline/state/lock.ts';
import { AT, createItem } from './item-states.ts';

const SET = ['holdfast:run', 'holdfast:stage:intake'];
const item = { ...createItem(), labels: SET };

describe('the labels of an item', () => {
  it('[PIPE-1] tell what people did', () => {
    assert.equal(observeLabels(item, [...SET, 'bug']), 'unchanged');
    assert.equal(observeLabels(item, ['holdfast:stage:intake']), 'cancelled');
    assert.equal(observeLabels(item, ['holdfast:run', 'holdfast:stage:planning']), 'changed');
    assert.equal(observeLabels(item, [...SET, 'holdfast:processing']), 'processing-by-person');
    const failed = { ...item, status: 'failed' as const, labels: ['holdfast:stage:failed'] };
    assert.equal(observeLabels(failed, ['holdfast:stage:failed', 'holdfast:run']), 'resumed');
    assert.equal(observeLabels({ ...item, labels: [...SET, 'holdfast:processing'] }, SET), 'unchanged');
  });
});

describe('the lock of an item', () => {
  const lock: Lock = { owner: 'other', host: 'h', pid: 1, processToken: 't', takenAt: AT, heartbeatAt: AT };
  const self = { owner: 'me', now: Date.parse(AT) + 1_000, heartbeatLimitMs: 60_000 };
  const unknown = () => Promise.resolve(undefined);

  it('[ASSERT-PSM-005] is respected while its owner lives', async () => {
    assert.equal(await judgeLock(undefined, self, unknown), 'free');
    assert.equal(await judgeLock(lock, { ...self, owner: 'other' }, unknown), 'own');
    assert.equal(await judgeLock(lock, self, unknown), 'foreign');
    assert.equal(await judgeLock(lock, self, () => Promise.resolve(false)), 'foreign');
  });

  it('is taken over when its owner has ended, or when its heartbeat is older than the limit', async () => {
    assert.equal(await judgeLock(lock, self, () => Promise.resolve(true)), 'owner-ended');
    assert.equal(await judgeLock(lock, { ...self, now: self.now + 60_000 }, unknown), 'heartbeat-expired');
  });
});
