import { existsSync } from 'node:fs';
import path from 'node:path';
import { FILTER_DESCRIPTOR } from './inherited-descriptors.ts';
import { privatePart } from './private-folder.ts';
import { findRule, type PathRule } from './path-rules.ts';
import { KERNEL_FOLDERS, KERNEL_SECRETS } from './sandbox-table.ts';

export interface BubblewrapOptions {
  readonly rules: readonly PathRule[];
  /** Absolute path of the folder behind the own folders, which `preparePrivateFolder` has prepared. */
  readonly privateFolder: string;
  readonly cwd: string;
  readonly network: boolean;
  /** Whether this process runs as root. bubblewrap then keeps all capabilities unless it is given others. */
  readonly isRoot: boolean;
  /** Whether the filter of system calls is open as `FILTER_DESCRIPTOR`. */
  readonly hasFilter: boolean;
  /** Whether this bubblewrap can mount an overlay. */
  readonly hasOverlay: boolean;
}

/** Rights over files of other users, which the build of a root user needs. They do not make a read-only mount writable. */
const ROOT_CAPABILITIES = ['CAP_DAC_OVERRIDE', 'CAP_CHOWN', 'CAP_FOWNER', 'CAP_FSETID', 'CAP_SETUID', 'CAP_SETGID'];

/**
 * The arguments of `bwrap` before the command. Its root is empty and read-only; each rule mounts a path into it. Processes
 * outside the sandbox are invisible, and so is the terminal: a program could type into it. The sandbox ends with the command
 * and with this process.
 */
export function bubblewrapArguments(options: BubblewrapOptions): readonly string[] {
  const { rules, cwd, network, isRoot, hasFilter } = options;
  return [
    ...[
      '--die-with-parent',
      '--new-session',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-cgroup-try',
    ],
    ...(network ? [] : ['--unshare-net']),
    ...(hasFilter ? ['--seccomp', String(FILTER_DESCRIPTOR)] : []),
    ...(isRoot ? ['--cap-drop', 'ALL', ...ROOT_CAPABILITIES.flatMap((name) => ['--cap-add', name])] : []),
    ...['--tmpfs', '/', '--dev', '/dev', '--proc', '/proc'],
    ...KERNEL_FOLDERS.filter((item) => existsSync(item)).flatMap((item) => ['--ro-bind', item, item]),
    ...KERNEL_SECRETS.filter((item) => existsSync(item)).flatMap((item) => ['--ro-bind', '/dev/null', item]),
    ...listParents(rules).flatMap((folder) => ['--dir', folder]),
    ...rules.flatMap((rule) => mountArguments(rule, options)),
    // Only now, because the mounts above may need a folder inside a hidden one.
    ...rules
      .filter(({ access, isFolder }) => access === 'hidden' && isFolder)
      .flatMap((rule) => ['--remount-ro', rule.path]),
    ...['--remount-ro', '/', '--chdir', cwd, '--'],
  ];
}

/** The folders above the rules that nothing else creates. Every user can enter them. */
function listParents(rules: readonly PathRule[]): readonly string[] {
  const parents = new Set<string>();
  for (const rule of rules) {
    if (findRule(rules, path.dirname(rule.path)) !== undefined) continue;
    for (let folder = path.dirname(rule.path); folder !== '/'; folder = path.dirname(folder)) parents.add(folder);
  }
  return [...parents].sort();
}

function mountArguments(rule: PathRule, { rules, privateFolder, hasOverlay }: BubblewrapOptions): readonly string[] {
  switch (rule.access) {
    case 'write':
      return ['--bind', rule.path, rule.path];
    case 'read':
      return readArguments(rule);
    case 'store':
      return hasOverlay && rule.isFolder ? overlayArguments(rule, privateFolder) : readArguments(rule);
    case 'own':
      return ['--bind', privatePart(privateFolder, rule.path), rule.path];
    case 'hidden':
      return rule.isFolder ? ['--tmpfs', rule.path] : ['--ro-bind', '/dev/null', rule.path];
    case 'link':
      // A link in an own folder is a link on the disk.
      return findRule(rules, path.dirname(rule.path))?.access === 'own'
        ? []
        : ['--symlink', rule.target ?? '', rule.path];
    case 'copy':
      return [];
  }
}

/** What another process has deleted meanwhile, such as an unfinished entry of a cache, is missing for the command too. */
function readArguments({ path: item }: PathRule): readonly string[] {
  return ['--ro-bind-try', item, item];
}

function overlayArguments({ path: folder }: PathRule, privateFolder: string): readonly string[] {
  const part = overlayPart(privateFolder, folder);
  return ['--overlay-src', folder, '--overlay', path.join(part, 'upper'), path.join(part, 'work'), folder];
}

/** The folders of a private folder for what commands write to a store. */
export function overlayPart(privateFolder: string, folder: string): string {
  return `${privatePart(privateFolder, folder)}.overlay`;
}
