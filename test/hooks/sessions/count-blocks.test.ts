import { strict as assert } from 'node:assert';
import { countBlocks } from '../../../src/hooks/sessions/count-blocks.ts';

describe('the count of refusals', () => {
  it('[AGENT-1] refuses each chunk up to the limit, independent of the others', () => {
    let blocks: Readonly<Record<string, number>> = {};
    const refusals: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const counted = countBlocks(['a', 'a'], blocks, 2);
      if (counted === undefined) break;
      refusals.push(counted.refusal);
      blocks = counted.blocks;
    }
    assert.deepEqual(refusals, [1, 2]);
    const other = countBlocks(['a', 'b'], blocks, 2);
    assert.ok(other);
    assert.deepEqual([...other.open], ['b'], 'a chunk that used up its refusals does not hold the session back');
    assert.equal(other.refusal, 1);
    assert.deepEqual(other.blocks, { a: 2, b: 1 });
  });
});
