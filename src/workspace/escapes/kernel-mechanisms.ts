import { accessSync, constants, lstatSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isatty } from 'node:tty';
import type { Mechanism, Trial } from './mechanism.ts';
import { entriesOf } from '../confinement/examine-path.ts';
import { filesBelow, opensForReading, opensForWriting, startOf } from './opening.ts';
import { startProgram } from './start-program.ts';

/** Files that show the memory or the messages of the kernel. */
const KERNEL_MEMORY = [
  ...['/proc/kcore', '/proc/kmsg', '/proc/kallsyms', '/proc/keys', '/proc/vmcore', '/proc/sched_debug'],
  ...['/proc/kpagecount', '/proc/kpageflags', '/proc/kpagecgroup', '/sys/kernel/debug/kmemleak'],
  ...['/dev/mem', '/dev/kmem', '/dev/port', '/dev/kmsg'],
];

/** Reading them waits for a message, or reads all memory. */
const NEVER_READ = /^\/dev\/|^\/proc\/k(?:core|msg)$/;

/** Devices without a state that others share, and what belongs to the command itself. */
const OWN_DEVICES: ReadonlySet<string> = new Set([
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'pts', 'shm', 'fd', 'stdin', 'stdout', 'stderr'],
  ...['core', 'mqueue'],
]);

/** The device of the memory, which root could read through a node that it creates. */
const MEMORY_DEVICE = ['c', '1', '1'];

/** What a file contains for a user without rights: nothing, or addresses that are zero. */
const WITHOUT_CONTENT = /^(?:0{8}|$)/;

export const KERNEL_MECHANISMS: readonly Mechanism[] = [
  {
    id: 'kernel-settings',
    tries: 'writes any file below /proc/sys',
    platform: 'linux',
    run: (trial) => tryFiles(trial, filesBelow('/proc/sys')),
  },
  {
    id: 'kernel-files',
    tries: 'writes any other file of /proc that belongs to no process',
    platform: 'linux',
    run: (trial) =>
      tryFiles(
        trial,
        filesBelow('/proc', (item) => !/^\/proc\/(?:\d|sys$)/.test(item)),
      ),
  },
  {
    id: 'devices-of-system',
    tries: 'writes any file below /sys',
    platform: 'linux',
    run: (trial) =>
      tryFiles(
        trial,
        filesBelow('/sys', (item) => item !== '/sys/fs/cgroup'),
      ),
  },
  {
    id: 'control-groups',
    tries: 'writes files of control groups',
    platform: 'linux',
    run: (trial) => tryFiles(trial, filesBelow('/sys/fs/cgroup')),
  },
  {
    id: 'kernel-memory',
    tries: 'reads memory or messages of the kernel',
    platform: 'linux',
    run: (trial) => {
      for (const file of KERNEL_MEMORY) {
        trial.attempt(file, () => opensForReading(file) && (NEVER_READ.test(file) || hasContent(file)));
      }
    },
  },
  {
    id: 'devices',
    tries: 'opens a device, such as a disk',
    platform: 'linux',
    run: (trial) => {
      const disks = entriesOf('/sys/class/block').map(({ name }) => name);
      const listed = entriesOf('/dev').map(({ name }) => name);
      for (const name of new Set([...listed, ...disks])) {
        // Opening a watchdog starts it.
        if (OWN_DEVICES.has(name) || name.startsWith('watchdog')) continue;
        const device = path.join('/dev', name);
        trial.attempt(device, () => !lstatSync(device).isSymbolicLink() && isOpenDevice(device));
      }
    },
  },
  {
    id: 'create-device',
    tries: 'creates a device in its tree',
    platform: 'linux',
    run: (trial, { tree }) => {
      const device = path.join(tree, 'device');
      const result = startProgram('mknod', [device, ...MEMORY_DEVICE]);
      if (result === undefined) return;
      trial.attempt(`mknod ${MEMORY_DEVICE.join(' ')}`, () => {
        const exists = statSync(device).isCharacterDevice();
        rmSync(device);
        return exists;
      });
    },
  },
  {
    id: 'terminal',
    tries: 'types into the terminal of the user',
    platform: 'linux',
    run: (trial) => {
      for (const number of [0, 1, 2]) trial.attempt(`descriptor ${number}`, () => isatty(number));
      const terminals = entriesOf('/dev/pts').map(({ name }) => `/dev/pts/${name}`);
      const own = '/dev/pts/ptmx';
      for (const terminal of ['/dev/tty', '/dev/console', '/dev/tty0', ...terminals.filter((one) => one !== own)]) {
        trial.attempt(terminal, () => opensForWriting(terminal));
      }
    },
  },
];

/** Permissions to write, of any user. root may open other files too, but the kernel accepts no content for them. */
const WRITABLE = 0o222;

/** `access` first, since it has no effect. A file that permits it is opened. */
function tryFiles(trial: Trial, files: Iterable<string>): void {
  for (const file of files) {
    if (trial.isDecided) return;
    trial.attempt(file, () => {
      accessSync(file, constants.W_OK);
      if ((statSync(file).mode & WRITABLE) === 0) return false;
      return opensForWriting(file);
    });
  }
}

function hasContent(file: string): boolean {
  return !WITHOUT_CONTENT.test(startOf(file));
}

function isOpenDevice(device: string): boolean {
  const stats = statSync(device);
  return (stats.isBlockDevice() || stats.isCharacterDevice()) && opensForReading(device);
}
