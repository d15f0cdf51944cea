import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { surroundingsOf } from '../../../src/workspace/confinement/confine-command.ts';
import type { MechanismReport } from '../../../src/workspace/escapes/confinement-report.ts';
import { prepareBait } from '../../../src/workspace/escapes/prepare-bait.ts';
import { EscapeScene } from '../../../src/workspace/escapes/scene.ts';
import { ESCAPE_PROGRAM, reportMechanisms } from '../../../src/workspace/escapes/try-escapes.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What succeeds without a sandbox for every user on every machine. */
const OPEN_FOR_EVERY_USER = [
  ...['read-home', 'read-tmp', 'read-var-tmp', 'read-shared-memory', 'read-temporary', 'read-storage', 'read-attempt'],
  ...['read-home-entries', 'read-keys', 'write-home', 'write-programs', 'write-repository', 'write-attempt-repository'],
  ...[
    'write-packages',
    'write-holdfast',
    'write-storage',
    'write-stores',
    'write-prepared',
    'symbolic-link',
    'hard-link',
  ],
  ...['upwards', 'process-root', 'sockets', 'services', 'abstract-socket', 'network', 'see-processes'],
  ...['signal-processes', 'read-processes', 'secret-variable', 'descriptors'],
  ...['namespace-pid', 'namespace-mnt', 'namespace-ipc', 'namespace-uts'],
];

/** What succeeds without a sandbox for root if the system lets root do everything. */
const OPEN_FOR_ROOT = [
  ...['kernel-settings', 'kernel-files', 'devices-of-system', 'capabilities', 'create-device', 'write-system'],
  ...['unmount', 'mount-kernel', 'other-root', 'setuid', 'kernel-memory'],
];

/** All rights that this kernel may know. */
const ALL_RIGHTS = /^CapEff:\s+0*[13]?f{9,}$/m;

/** Runs the program of the check without a sandbox, with the variable and the open file that a sandbox keeps away. */
async function tryWithoutSandbox(): Promise<readonly MechanismReport[]> {
  await using folder = await temporaryFolder();
  const home = await realpath(folder.at('.'));
  const at = (name: string): string => path.join(home, name);
  for (const name of ['repository/.git/hooks', 'packages', '.cargo', '.rustup', '.ssh', 'programs']) {
    await mkdir(at(name), { recursive: true });
  }
  for (const name of ['repository/.git/config', 'packages/package.json', '.ssh/id_rsa', '.bashrc', 'program.js']) {
    await writeFile(at(name), 'text');
  }
  const surroundings = { ...surroundingsOf({ PATH: at('programs') }), home };
  await using scene = await EscapeScene.create(at('storage'), surroundings);
  const rules = {
    mode: 'strict',
    tree: scene.tree,
    visible: [],
    hidden: [],
    read: [],
    write: [],
    network: false,
  } as const;
  const belongings = {
    topLevel: at('repository'),
    gitDirectory: at('repository/.git'),
    storage: at('storage'),
    program: [at('program.js')],
    packages: [at('packages')],
  };
  const bait = prepareBait(scene, rules, { surroundings, belongings });
  const child = spawn(process.execPath, [ESCAPE_PROGRAM, 'inside', scene.processMark], {
    cwd: scene.tree,
    env: { ...process.env, A_SECRET: scene.token },
    stdio: ['pipe', 'pipe', 'inherit', scene.descriptor.fd],
  });
  assert.ok(child.stdin !== null && child.stdout !== null);
  child.stdin.end(JSON.stringify({ mode: 'strict', bait }));
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return reportMechanisms('strict', printed);
}

describe('The mechanisms of escape', () => {
  it('[CONF-1] succeed without a sandbox, so that a refusal means something', async function () {
    if (process.platform !== 'linux') this.skip();
    const reports = await tryWithoutSandbox();
    const resultOf = (id: string): string =>
      `${id}: ${reports.find((report) => report.id === id)?.result ?? 'missing'}`;
    const status = readFileSync('/proc/self/status', 'latin1');
    const hasAllRights = process.getuid?.() === 0 && ALL_RIGHTS.test(status);
    const expected = [...OPEN_FOR_EVERY_USER, ...(hasAllRights ? OPEN_FOR_ROOT : [])];
    assert.deepEqual(
      expected.map(resultOf),
      expected.map((id) => `${id}: open`),
    );
    assert.deepEqual(
      reports.filter(({ result }) => result === 'failed'),
      [],
    );
  });

  it('[CONF-1] that were not tried, or that ended with a mistake, are not reported as refused', () => {
    const printed = JSON.stringify([
      { id: 'read-home', tried: 0, open: [], failure: 'TypeError' },
      { id: 'read-tmp', tried: 1, open: [] },
    ]);
    const results = reportMechanisms('auto', printed).map(({ id, result }) => [id, result]);
    assert.deepEqual(results.slice(0, 3), [
      ['read-home', 'failed'],
      ['read-tmp', 'refused'],
      ['read-var-tmp', 'failed'],
    ]);
  });
});
