import assert from 'node:assert/strict';
import { runSoak } from './soak/run-soak.ts';

describe('A long session', () => {
  it('[QUAL-8] keeps no worktrees, files, processes or connections, and little memory', async () => {
    const { excesses } = await runSoak({ chunks: 12, parallel: 4, warmUp: 2 });
    assert.deepEqual(excesses, []);
  });
});
