import { linkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Bait, Mechanism, BaitPlace, TargetKind, Trial } from './mechanism.ts';
import { canRead, canWrite, contains, opensForWriting } from './opening.ts';
import { listMounts } from './mounts.ts';

const READ_PLACES: Readonly<Record<BaitPlace, string>> = {
  home: 'the home folder',
  tmp: '/tmp',
  'var-tmp': '/var/tmp',
  'shared-memory': '/dev/shm',
  run: '/run',
  runtime: 'the folder of the session of the user',
  temporary: 'the temporary folder of the user',
  storage: 'the storage of Holdfast',
  attempt: 'the folder above its tree',
};

const WRITE_TARGETS: Readonly<Record<TargetKind, string>> = {
  home: 'files of the home folder, such as settings of shells and agents',
  programs: 'the programs on the PATH, and their folders',
  repository: 'the repository of the user, such as its configuration and hooks',
  'attempt-repository': 'the repository of its tree',
  packages: 'the packages of the user that the tree links to',
  holdfast: 'the program of Holdfast, and Node',
  storage: 'the storage of Holdfast',
  stores: 'caches and tools in the home folder that are shown to commands',
  system: 'the folders of the system',
};

/** The ways to a path outside through links that the kernel provides for a process. */
const PROCESS_FOLDERS = ['/proc/self', '/proc/1', '/proc/thread-self'].flatMap((folder) => [
  `${folder}/root`,
  `${folder}/cwd`,
]);
const UPWARDS = '/..'.repeat(12);

export const FILE_MECHANISMS: readonly Mechanism[] = [
  ...Object.entries(READ_PLACES).map(([place, where]): Mechanism => ({
    id: `read-${place}`,
    tries: `reads a file that was put into ${where}`,
    run: (trial, { files, token }) => {
      for (const file of files.filter((one) => one.place === place)) {
        trial.attempt(file.path, () => contains(file.path, token));
      }
    },
  })),
  {
    id: 'read-home-entries',
    tries: 'reads entries of the home folder that no table names',
    run: (trial, { homeEntries }) => {
      for (const target of homeEntries) trial.attempt(target.path, () => canRead(target));
    },
  },
  {
    id: 'read-keys',
    tries: 'reads files with keys, tokens, passwords and what was typed in a shell',
    run: (trial, { keyFiles }) => {
      for (const target of keyFiles) trial.attempt(target.path, () => canRead(target));
    },
  },
  ...Object.entries(WRITE_TARGETS).map(([kind, what]): Mechanism => ({
    id: `write-${kind}`,
    tries: `writes ${what}`,
    run: (trial, { targets }) => {
      for (const target of targets[kind as TargetKind]) trial.attempt(target.path, () => canWrite(target));
    },
  })),
  {
    id: 'write-prepared',
    tries: 'writes a file outside of its tree',
    run: (trial, { files, token }) => {
      for (const file of files) {
        trial.attempt(file.path, () => contains(file.path, token) && opensForWriting(file.path));
      }
    },
  },
  {
    id: 'write-mounts',
    tries: 'writes through a mount of its sandbox that leads to a file outside',
    platform: 'linux',
    run: (trial, { mounted }) => {
      const writable = new Set(listMounts().flatMap((mount) => (mount.isReadOnly ? [] : [mount.path])));
      for (const target of mounted) {
        if (writable.has(target.path)) trial.attempt(target.path, () => canWrite(target));
      }
      trial.tried = Math.max(trial.tried, mounted.length);
    },
  },
  { id: 'symbolic-link', tries: 'follows a symbolic link in its tree to a file outside', run: tryLinks },
  { id: 'hard-link', tries: 'makes a hard link in its tree to a file outside', run: tryHardLinks },
  {
    id: 'upwards',
    tries: 'leaves its tree with ".."',
    run: (trial, { files, token, tree }) => {
      for (const file of files) {
        const upwards = `${tree}${UPWARDS}${file.path}`;
        trial.attempt(file.path, () => contains(upwards, token));
      }
    },
  },
  {
    id: 'process-root',
    tries: 'reaches files outside through /proc/self/root, /proc/1/root and working folders',
    platform: 'linux',
    run: (trial, { files, token }) => {
      for (const folder of PROCESS_FOLDERS) {
        for (const file of files) {
          const ways = [`${folder}${file.path}`, `${folder}${UPWARDS}${file.path}`];
          for (const way of ways) trial.attempt(way, () => contains(way, token));
        }
      }
    },
  },
];

function tryLinks(trial: Trial, { files, targets, token, tree }: Bait): void {
  const link = path.join(tree, 'link');
  const withLink = (target: string, action: () => boolean) => (): boolean => {
    symlinkSync(target, link);
    try {
      return action();
    } finally {
      rmSync(link);
    }
  };
  for (const file of files) {
    trial.attempt(
      file.path,
      withLink(file.path, () => contains(link, token)),
    );
  }
  for (const { path: target, identity } of [...targets.holdfast, ...targets.packages.slice(0, 3)]) {
    trial.attempt(
      target,
      withLink(target, () => canWrite({ path: link, identity })),
    );
  }
}

function tryHardLinks(trial: Trial, { files, targets, tree }: Bait): void {
  const link = path.join(tree, 'hard-link');
  const visible = [...targets.holdfast, ...targets.packages.slice(0, 3), ...targets.system.slice(-3)];
  for (const { path: target } of [...files, ...visible]) {
    trial.attempt(target, () => {
      linkSync(target, link);
      rmSync(link);
      return true;
    });
  }
}
