import { hasNetwork, type ConfinementRules } from '../confinement/confinement-rules.ts';
import type { Sandbox } from '../confinement/find-sandbox.ts';
import type { PathRule } from '../confinement/path-rules.ts';
import type { CommandVisibility } from './confinement-report.ts';

/** What a sandbox does not refuse, by its kind. The mechanisms that are tried do not include it. */
export const WEAKNESSES: Readonly<Record<Sandbox['kind'], readonly string[]>> = {
  bubblewrap: [
    'A socket in a folder that a command reads is hidden only if its program listened on its absolute path before the command started.',
    'Where the control group of the user is delegated, a command can end or pause the processes in the group of Holdfast.',
  ],
  'sandbox-exec': [
    'Commands see the processes of the user and can send signals to them.',
    'The paths /tmp and /var/tmp are denied, not replaced: TMPDIR, HOME and the variables of caches name private folders, and a program with a fixed path in /tmp fails.',
    'Services of macOS without a path, such as the pasteboard and the keychain, can be reached.',
    'In the mode strict, servers on this machine can be reached.',
    'Paths outside of the folders of users, of volumes and of temporary files can be read.',
    'A command that writes to a store of packages fails.',
  ],
};

/** What a command with these rules sees. */
export function describeView(
  pathRules: readonly PathRule[],
  {
    rules,
    sandbox,
    overlay,
  }: { readonly rules: ConfinementRules; readonly sandbox: Sandbox; readonly overlay: boolean },
): CommandVisibility {
  const pathsOf = (...kinds: readonly PathRule['access'][]): readonly string[] =>
    pathRules.filter(({ access }) => kinds.includes(access)).map((rule) => rule.path);
  return {
    writes: pathsOf('write').filter((item) => item !== rules.tree),
    own: [...pathsOf('own'), ...(sandbox.kind === 'bubblewrap' ? ['/dev/shm'] : [])],
    reads: pathsOf('read', 'copy'),
    stores: pathsOf('store'),
    storeWrites: overlay ? 'discarded' : 'refused',
    hidden: pathsOf('hidden'),
    network: hasNetwork(rules) ? 'available' : 'none',
  };
}
