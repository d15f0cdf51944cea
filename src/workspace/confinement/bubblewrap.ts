import { existsSync } from 'node:fs';
import path from 'node:path';
import { FILTER_DESCRIPTOR } from './inherited-descriptors.ts';
import {
  canBeOption,
  mountBefore,
  overlayPart,
  OVERLAY_FOLDERS,
  type OverlayMounter,
  type OverlayByMount,
} from './overlay.ts';
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
  /** Who mounts overlays; without one, stores can only be read. */
  readonly overlay: OverlayMounter | undefined;
}

/** Rights over files of other users, which the build of a root user needs. They do not make a read-only mount writable. */
const ROOT_CAPABILITIES = ['CAP_DAC_OVERRIDE', 'CAP_CHOWN', 'CAP_FOWNER', 'CAP_FSETID', 'CAP_SETUID', 'CAP_SETGID'];

/** The command line of bubblewrap before the command: its program, its arguments, and what has to start it. */
export function bubblewrapCommand(program: string, options: BubblewrapOptions): readonly string[] {
  const { overlay, rules, privateFolder } = options;
  const stores = rules.filter((rule) => hasOverlay(rule, options)).map((rule) => rule.path);
  const before = overlay?.by === 'mount' && stores.length > 0 ? mountBefore(overlay, stores, privateFolder) : [];
  return [...before, program, ...bubblewrapArguments(options)];
}

function hasOverlay(rule: PathRule, { overlay, privateFolder }: BubblewrapOptions): boolean {
  if (overlay === undefined || rule.access !== 'store' || !rule.isFolder) return false;
  return overlay.by === 'bubblewrap' || [rule.path, privateFolder].every(canBeOption);
}

/**
 * The arguments of `bwrap` before the command. Its root is empty and read-only; each rule mounts a path into it. Processes
 * outside the sandbox are invisible, and so is the terminal: a program could type into it. The sandbox ends with the command
 * and with this process.
 */
function bubblewrapArguments(options: BubblewrapOptions): readonly string[] {
  const { rules, cwd, network, isRoot, hasFilter, overlay } = options;
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
    ...(overlay?.by === 'mount' ? userArguments(overlay) : []),
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

function mountArguments(rule: PathRule, options: BubblewrapOptions): readonly string[] {
  const { rules, privateFolder } = options;
  switch (rule.access) {
    case 'write':
      return ['--bind', rule.path, rule.path];
    case 'read':
      return readArguments(rule);
    case 'store':
      return hasOverlay(rule, options) ? overlayArguments(rule, options) : readArguments(rule);
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

function overlayArguments(
  { path: folder }: PathRule,
  { overlay, privateFolder }: BubblewrapOptions,
): readonly string[] {
  const [upper, work, merged] = OVERLAY_FOLDERS.map((name) => overlayPart(privateFolder, folder, name));
  return overlay?.by === 'mount'
    ? ['--bind', merged ?? '', folder]
    : ['--overlay-src', folder, '--overlay', upper ?? '', work ?? '', folder];
}

/** The user that the namespace for the mounts has made root becomes the same as outside again. */
function userArguments({ user }: OverlayByMount): readonly string[] {
  return user === undefined ? [] : ['--unshare-user', '--uid', String(user.id), '--gid', String(user.group)];
}
