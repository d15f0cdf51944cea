import assert from 'node:assert/strict';
import { JobSlots } from '../../src/foundation/job-slots.ts';

describe('the places for parallel work', () => {
  it('are taken as far as they are free, and say when one is released', async () => {
    const slots = new JobSlots(2);
    assert.deepEqual([slots.tryTake(), slots.tryTake(), slots.tryTake()], [true, true, false]);
    const freed = slots.freed();
    slots.release();
    await freed;
    assert.deepEqual([slots.tryTake(), slots.tryTake()], [true, false]);
  });

  it('do not exist in a step with one job', () => {
    assert.equal(new JobSlots(0).tryTake(), false);
  });
});
