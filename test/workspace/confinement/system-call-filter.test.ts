import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { findOnPath } from '../../../src/workspace/environment/find-program.ts';
import { NOTHING_VISIBLE } from '../../../src/workspace/confinement/confinement-rules.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { systemCallFilter } from '../../../src/workspace/confinement/system-call-filter.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const { EAFNOSUPPORT, ENOSYS } = constants.errno;

/** Numbers of system calls, by processor: keyctl, socket, getpid. */
const NUMBERS: Readonly<Record<string, readonly [keyctl: number, socket: number, getpid: number]>> = {
  x64: [250, 41, 39],
  arm64: [219, 198, 172],
};

describe('The filter of system calls', () => {
  it('[CONF-1] refuses the keys of the session, sockets to the host of a machine and queues without a filter', async function () {
    const numbers = NUMBERS[process.arch];
    const hasPerl = (await findOnPath('perl', process.env['PATH'] ?? '')) !== undefined;
    if (process.platform !== 'linux' || numbers === undefined || !hasPerl || 'reason' in (await findSandbox()))
      this.skip();
    const [keyctl, socket, getpid] = numbers;
    const calls = [`${keyctl}, 0, -3, 0`, '425, 1, 0', `${socket}, 40, 1, 0`, `${socket}, 1, 1, 0`, String(getpid)];
    const script = calls.map((call) => `$! = 0; $r = syscall(${call}); print $r < 0 ? $! + 0 : 0, "\\n";`).join(' ');
    await using folder = await temporaryFolder();
    for (const mode of ['auto', 'strict'] as const) {
      const rules = {
        passedVariables: [],
        confinement: { ...NOTHING_VISIBLE, mode, tree: folder.path, read: [], write: [], network: false },
      };
      const command = ['perl', '-e', script];
      const { output } = await runCommand({ command, cwd: folder.path, timeoutMs: 30_000, rules });
      assert.deepEqual(output.trim().split('\n').map(Number), [ENOSYS, ENOSYS, EAFNOSUPPORT, 0, 0]);
    }
  });

  it('[CONF-1] is made of whole instructions, and only for processors whose numbers are known', () => {
    for (const architecture of ['x64', 'arm64']) assert.equal((systemCallFilter(architecture)?.length ?? 1) % 8, 0);
    assert.equal(systemCallFilter('mips'), undefined);
  });
});
