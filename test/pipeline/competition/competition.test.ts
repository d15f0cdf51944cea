import assert from 'node:assert/strict';
import { runCompetition } from './run-competition.ts';

describe('competing processes', function () {
  this.timeout(240_000);

  it('[ASSERT-PSM-005] [PIPE-1] [PIPE-2] step items to the end without a lost transition, a repeated stage or a duplicate', async () => {
    const { findings, transitions } = await runCompetition(8, 4);
    assert.deepEqual(findings, []);
    assert.ok(transitions > 8 * 10);
  });
});
