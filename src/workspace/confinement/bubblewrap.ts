import type { PathRule } from './path-rules.ts';

export interface BubblewrapOptions {
  readonly rules: readonly PathRule[];
  readonly cwd: string;
  readonly network: boolean;
  /** Whether this process runs as root. bubblewrap then keeps all capabilities unless it is given others. */
  readonly isRoot: boolean;
}

/** Rights over files of other users, which the build of a root user needs. They do not make a read-only mount writable. */
const ROOT_CAPABILITIES = ['CAP_DAC_OVERRIDE', 'CAP_CHOWN', 'CAP_FOWNER', 'CAP_FSETID', 'CAP_SETUID', 'CAP_SETGID'];

/**
 * The arguments of `bwrap` before the command: the file system is read-only except for the writable paths, and processes
 * outside the sandbox are invisible. The sandbox ends with the command and with this process.
 */
export function bubblewrapArguments({ rules, cwd, network, isRoot }: BubblewrapOptions): readonly string[] {
  const hiddenFolders = rules.filter(({ access, isFolder }) => access === 'hidden' && isFolder);
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc'],
    ...(network ? [] : ['--unshare-net']),
    ...(isRoot ? ['--cap-drop', 'ALL', ...ROOT_CAPABILITIES.flatMap((name) => ['--cap-add', name])] : []),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...rules.flatMap(mountArguments),
    // Only now, because the mounts above may need a folder inside a hidden one.
    ...hiddenFolders.flatMap((rule) => ['--remount-ro', rule.path]),
    ...['--chdir', cwd, '--'],
  ];
}

function mountArguments(rule: PathRule): readonly string[] {
  switch (rule.access) {
    case 'write':
      return ['--bind', rule.path, rule.path];
    case 'read':
      return ['--ro-bind', rule.path, rule.path];
    case 'hidden':
      return rule.isFolder ? ['--tmpfs', rule.path] : ['--ro-bind', '/dev/null', rule.path];
  }
}
