import assert from 'node:assert/strict';
import { isFullRun } from '../../scripts/full-run.ts';
import { runCompetition } from './run-competition.ts';

describe('competing processes', function () {
  this.timeout(240_000);

  it('[ASSERT-PSM-005] [PIPE-1] [PIPE-2] step items to the end without a lost transition, a repeated stage or a duplicate', async () => {
    const [items, processes] = isFullRun ? [8, 4] : [3, 3];
    const { findings, transitions } = await runCompetition(items, processes);
    assert.deepEqual(findings, []);
    assert.ok(transitions > items * 10);
  });
});
