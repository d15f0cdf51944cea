import assert from 'node:assert/strict';
import { runSoak } from './soak/run-soak.ts';

describe('A long session', () => {
  it('[ENF-RETRY-6] keeps no worktrees, files, processes or connections, and little memory', async () => {
    const { excesses } = await runSoak({ chunks: 4, parallel: 3, warmUp: 2 });
    assert.deepEqual(excesses, []);
  });
});
