import assert from 'node:assert/strict';
import { describeRunCost, estimateRun } from '../../../src/extension/state/run-estimate.ts';

const RUNS = { runs: 4, passed: 3, firstTry: 2, attempts: 6, costUsd: 2, isCostPartial: false, modelMs: 1 };

describe('the cost of a run', () => {
  it('[EDIT-1] is estimated from what earlier runs have cost, and never shown as known without them', () => {
    const cases = [
      [RUNS, /at most 12 chunks\. .*cost \$0\.50 for each chunk, so about \$6\.00 for all\.$/],
      [{ ...RUNS, isCostPartial: true }, /cost ≥ \$0\.50 for each chunk, so about ≥ \$6\.00/],
      [{ ...RUNS, costUsd: 0.004 }, /cost \$0\.0010 for each chunk, so about \$0\.0120/],
      [{ ...RUNS, costUsd: null }, /No earlier run in this folder has a known cost\.$/],
      [{ ...RUNS, runs: 0, costUsd: 0 }, /No earlier run in this folder has a known cost\.$/],
    ] as const;
    for (const [past, expected] of cases) assert.match(describeRunCost(12, past), expected);
  });

  it('[EDIT-1] of one chunk is a sentence for what starts it, and none without a known cost', () => {
    assert.equal(estimateRun(1, RUNS), 'A run costs about $0.50, as earlier runs in this folder.');
    for (const past of [undefined, { ...RUNS, runs: 0 }, { ...RUNS, costUsd: null }])
      assert.equal(estimateRun(1, past), undefined);
  });
});
