import assert from 'node:assert/strict';
import { createOwnerCheck, readOwnerIdentity } from '../../../src/pipeline/opening/lock-owner.ts';
import type { Lock } from '../../../src/pipeline/state/lock.ts';

const TIMES = { owner: 'o', takenAt: '2026-01-01T00:00:00.000Z', heartbeatAt: '2026-01-01T00:00:00.000Z' };
/** No process has this id: it is larger than the limit of the system. */
const NO_PROCESS = 2 ** 30;

describe('the owner of a lock', () => {
  const own = readOwnerIdentity({ GITHUB_RUN_ID: '7', GITHUB_RUN_ATTEMPT: '2' });
  const runs: string[] = [];
  const check = createOwnerCheck(own, (run) => {
    runs.push(run);
    return Promise.resolve(run === '6/1');
  });
  const lockOf = (more: Partial<Lock>): Lock => ({ ...TIMES, ...own, ...more });

  it('[ASSERT-PSM-005] is a process of this host that runs, or that has ended', async () => {
    assert.equal(own.workflowRun, '7/2');
    assert.equal(await check(lockOf({})), false);
    assert.equal(await check(lockOf({ pid: NO_PROCESS })), true);
    assert.equal(await check(lockOf({ processToken: 'another start' })), process.platform === 'linux');
    assert.equal(await check(lockOf({ host: 'elsewhere' })), undefined);
  });

  it('[ASSERT-PSM-005] is the workflow run on a runner, never a process with the same host name', async () => {
    assert.equal(await check(lockOf({ workflowRun: '6/1', pid: process.pid })), true);
    assert.equal(await check(lockOf({ workflowRun: '7/1', pid: NO_PROCESS })), false);
    assert.deepEqual(runs, ['6/1', '7/1']);
  });
});
