import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Mechanism, Trial } from './mechanism.ts';
import { listMounts } from './mounts.ts';
import { textOf } from './opening.ts';
import { startProgram } from './start-program.ts';

/**
 * The numbers of the rights that a command of root may have: over files of other users, and to change its own user. They
 * have no effect on a mount that is read-only.
 */
const PERMITTED_CAPABILITIES = [0, 1, 3, 4, 6, 7];
const CAPABILITY_SETS = ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'];

/** root of a sandbox may not be the root of a user namespace, but it may become another user first. */
const OTHER_USER = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

const MARK = 'open';

const ROOT_CHANGES = [
  ['chroot', '/proc/1/root'],
  ['unshare', '-Urm', 'chroot', '/proc/1/root'],
  [...OTHER_USER, 'unshare', '-Urm', 'chroot', '/proc/1/root'],
  ['unshare', '-Urm', 'chroot', '/proc/self/cwd/../../../../../../../..'],
];

export const PRIVILEGE_MECHANISMS: readonly Mechanism[] = [
  {
    id: 'capabilities',
    tries: 'has rights over mounts, devices, processes or the network',
    platform: 'linux',
    run: (trial) => {
      const status = textOf('/proc/self/status');
      const permitted = PERMITTED_CAPABILITIES.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
      for (const name of CAPABILITY_SETS) {
        const bits = new RegExp(String.raw`^${name}:\s+([0-9a-f]+)$`, 'm').exec(status)?.[1];
        trial.attempt(
          `${name} ${bits ?? 'unknown'}`,
          () => bits === undefined || (BigInt(`0x${bits}`) & ~permitted) !== 0n,
        );
      }
    },
  },
  {
    id: 'setuid',
    tries: 'gains rights by a program of another user, such as sudo',
    platform: 'linux',
    run: (trial) => trial.attempt('NoNewPrivs is off', () => !/^NoNewPrivs:\s+1$/m.test(textOf('/proc/self/status'))),
  },
  {
    id: 'remount',
    tries: 'makes a read-only mount writable, also in a user namespace',
    platform: 'linux',
    run: (trial) => {
      const readOnly = listMounts().flatMap((mount) => (mount.isReadOnly ? [mount.path] : []));
      const script = `for m in "$@"; do mount -o remount,bind,rw "$m" && echo "${MARK} $m"; done`;
      tryInNamespaces(trial, 'm', script, readOnly);
    },
  },
  {
    id: 'unmount',
    tries: 'removes a mount that hides what is below it, also in a user namespace',
    platform: 'linux',
    run: (trial, { tree }) => {
      const mounts = listMounts().flatMap((mount) => (['/', tree].includes(mount.path) ? [] : [mount.path]));
      const script = `for m in "$@"; do umount -l "$m" && echo "${MARK} $m"; done`;
      tryInNamespaces(trial, 'm', script, mounts.toReversed());
    },
  },
  {
    id: 'mount-kernel',
    tries: 'mounts /proc, /sys or /dev again, writable, in new namespaces',
    platform: 'linux',
    run: (trial) => {
      tryMounts(trial, [
        ['proc', 'sys/kernel/core_pattern'],
        ['sysfs', 'kernel/uevent_helper'],
        ['devtmpfs', 'kmsg'],
      ]);
    },
  },
  {
    id: 'mount-control-groups',
    tries: 'mounts control groups, of which the kernel starts a program outside',
    platform: 'linux',
    run: (trial) => {
      tryMounts(trial, [['cgroup', 'release_agent']]);
    },
  },
  {
    id: 'other-root',
    tries: 'enters the root folder or the mounts of a process outside',
    platform: 'linux',
    run: (trial, { files, token, processes }) => {
      const paths = files.map((file) => file.path);
      const enter = processes.map((number) => ['nsenter', '-t', String(number), '-m']);
      for (const [program = '', ...arguments_] of [...enter, ...ROOT_CHANGES]) {
        const output = startProgram(program, [...arguments_, 'cat', ...paths]);
        if (output !== undefined) trial.attempt([program, ...arguments_].join(' '), () => output.includes(token));
      }
    },
  },
];

/**
 * Mounts file systems of the kernel. A mount disappears with its namespace.
 *
 * @param mounts the type of each, and a file in it that must not be writable
 */
function tryMounts(trial: Trial, mounts: readonly (readonly [type: string, file: string])[]): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'mount-'));
  chmodSync(folder, 0o777);
  try {
    for (const [type, file] of mounts) {
      const script = `mount -t ${type} none "$1" && test -w "$1/${file}" && echo "${MARK} ${type}"`;
      tryInNamespaces(trial, 'mpfinC', script, [folder]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs a script in new namespaces, which prints a mark before each thing that succeeds: with the rights of a user
 * namespace, and with those that this process has.
 */
function tryInNamespaces(trial: Trial, kinds: string, script: string, arguments_: readonly string[]): void {
  for (const launcher of [
    ['unshare', `-Ur${kinds}`],
    [...OTHER_USER, 'unshare', `-Ur${kinds}`],
    ['unshare', `-${kinds}`],
  ]) {
    const [program = '', ...options] = launcher;
    const output = startProgram(program, [...options, 'sh', '-c', script, 'sh', ...arguments_]);
    if (output === undefined) continue;
    const done = output.split('\n').filter((line) => line.startsWith(`${MARK} `));
    trial.tried += arguments_.length;
    for (const line of done) trial.open.push(`${launcher.join(' ')}: ${line.slice(MARK.length + 1)}`);
  }
}
