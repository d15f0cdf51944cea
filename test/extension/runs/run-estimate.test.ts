import assert from 'node:assert/strict';
import { describeRunCost } from '../../../src/extension/runs/run-estimate.ts';

const RUNS = { runs: 4, passed: 3, firstTry: 2, attempts: 6, costUsd: 2, isCostPartial: false, modelMs: 1 };

describe('the cost of a run of several chunks', () => {
  it('[EDIT-1] is estimated from what earlier runs have cost, and never shown as known without them', () => {
    const cases = [
      [RUNS, /at most 12 chunks\. .*cost \$0\.50 for each chunk, so about \$6\.00 for all\.$/],
      [{ ...RUNS, isCostPartial: true }, /cost ≥ \$0\.50 for each chunk, so about ≥ \$6\.00/],
      [{ ...RUNS, costUsd: 0.004 }, /cost \$0\.0010 for each chunk, so about \$0\.0120/],
      [{ ...RUNS, costUsd: null }, /No earlier run in this folder has a known cost\.$/],
      [{ ...RUNS, runs: 0, costUsd: 0 }, /No earlier run in this folder has a known cost\.$/],
    ] as const;
    for (const [totals, expected] of cases) assert.match(describeRunCost(12, { totals }), expected);
  });
});
