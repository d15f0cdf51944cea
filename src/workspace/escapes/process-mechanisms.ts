import { closeSync, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { systemErrorCode } from '../../foundation/system-error.ts';
import type { InsideBait, Mechanism, Trial } from './mechanism.ts';
import { entriesOf } from '../confinement/examine-path.ts';
import { contains, identityOf, textOf } from './opening.ts';

/** The variable by which the processes of a command recognise each other. */
const COMMAND_VARIABLE = 'HOLDFAST_COMMAND_ID';
const CLOSE_ON_EXEC = 0o2000000;
const MAX_DESCRIPTOR = 1023;

/** The namespaces that a command must not share with processes outside. */
const NAMESPACES = { pid: 'processes', mnt: 'mounts', ipc: 'shared memory', uts: 'host names' } as const;

export const PROCESS_MECHANISMS: readonly Mechanism[] = [
  {
    id: 'see-processes',
    tries: 'sees processes outside',
    run: (trial, { processMark }) => {
      for (const number of processNumbers()) {
        trial.attempt(`/proc/${number}`, () => readFileSync(`/proc/${number}/cmdline`, 'latin1').includes(processMark));
      }
    },
  },
  {
    id: 'signal-processes',
    tries: 'sends a signal to a process outside',
    platform: 'linux',
    run: (trial, { processes, environment }) => {
      for (const number of processes)
        trial.attempt(`process ${number}`, () => !isOwn(number, environment) && canSignal(number));
    },
  },
  {
    id: 'read-processes',
    tries: 'reads the variables, the memory, the files and the folders of a process outside',
    platform: 'linux',
    run: tryProcesses,
  },
  {
    id: 'secret-variable',
    tries: 'finds a secret variable of Holdfast in its own variables or in those of any process',
    run: (trial, { token, environment }) => {
      trial.attempt('its own variables', () => Object.values(environment).some((value) => value?.includes(token)));
      for (const number of processNumbers()) {
        const file = `/proc/${number}/environ`;
        trial.attempt(file, () => readFileSync(file, 'latin1').includes(token));
      }
    },
  },
  {
    id: 'descriptors',
    tries: 'uses an open file that Holdfast was started with',
    run: tryDescriptors,
  },
  ...Object.entries(NAMESPACES).map(([name, what]): Mechanism => ({
    id: `namespace-${name}`,
    tries: `is in the namespace of ${what} of a process outside`,
    platform: 'linux',
    run: (trial, { namespaces }) =>
      trial.attempt(`/proc/self/ns/${name}`, () => readlinkSync(`/proc/self/ns/${name}`) === namespaces[name]),
  })),
  {
    id: 'system-v',
    tries: 'uses shared memory, semaphores or queues of other sessions',
    platform: 'linux',
    run: (trial) => {
      for (const name of ['shm', 'sem', 'msg']) {
        const file = `/proc/sysvipc/${name}`;
        // The first line is a heading.
        trial.attempt(file, () => readFileSync(file, 'latin1').trim().split('\n').length > 1);
      }
    },
  },
];

function processNumbers(): readonly number[] {
  return entriesOf('/proc').flatMap(({ name }) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Whether a number belongs to a process of this command, which has its own numbers. */
function isOwn(number: number, environment: InsideBait['environment']): boolean {
  const own = environment[COMMAND_VARIABLE];
  return own !== undefined && textOf(`/proc/${number}/environ`).includes(own);
}

function canSignal(number: number): boolean {
  try {
    return process.kill(number, 0);
  } catch (thrown) {
    // The process exists.
    if (systemErrorCode(thrown) === 'EPERM') return true;
    throw thrown;
  }
}

function tryProcesses(trial: Trial, { processes, files, token, environment }: InsideBait): void {
  for (const number of processes) {
    if (isOwn(number, environment)) continue;
    const folder = `/proc/${number}`;
    for (const name of ['environ', 'maps', 'auxv', 'fd', 'mem'].map((one) => `${folder}/${one}`)) {
      trial.attempt(name, () => {
        closeSync(openSync(name, 'r'));
        return true;
      });
    }
    for (const file of files) {
      trial.attempt(`${folder}/root${file.path}`, () => contains(`${folder}/root${file.path}`, token));
      trial.attempt(`${folder}/cwd`, () => contains(`${folder}/cwd${'/..'.repeat(12)}${file.path}`, token));
    }
  }
}

function tryDescriptors(trial: Trial, { descriptor, files, token }: InsideBait): void {
  for (let number = 3; number <= MAX_DESCRIPTOR; number += 1) {
    trial.attempt(`descriptor ${number}`, () => {
      const { dev, ino } = fstatSync(number, { bigint: true });
      return `${dev}:${ino}` === descriptor;
    });
  }
  for (const number of processNumbers()) {
    const folder = `/proc/${number}/fd`;
    for (const { name } of entriesOf(folder)) {
      const file = `${folder}/${name}`;
      trial.attempt(file, () => identityOf(file) === descriptor);
      // A folder from outside leads to everything.
      for (const prepared of files.slice(0, 1)) {
        trial.attempt(file, () => contains(`${file}${'/..'.repeat(12)}${prepared.path}`, token));
      }
    }
  }
  for (const { name } of entriesOf('/proc/self/fdinfo')) {
    if (Number(name) <= 2) continue;
    const flags = /^flags:\s+([0-7]+)$/m.exec(textOf(`/proc/self/fdinfo/${name}`))?.[1] ?? '';
    if (flags === '' || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0) continue;
    trial.attempt(`descriptor ${name}`, () => readlinkSync(`/proc/self/fd/${name}`) !== '/dev/null');
  }
}
