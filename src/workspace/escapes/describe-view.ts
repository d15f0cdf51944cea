import { hasNetwork, type ConfinementRules } from '../confinement/confinement-rules.ts';
import type { Sandbox } from '../confinement/find-sandbox.ts';
import type { PathRule } from '../confinement/path-rules.ts';
import type { CommandView } from './confinement-report.ts';

/** What `sandbox-exec` does not refuse and bubblewrap does. */
export const WEAKER_ON_MACOS = [
  'Commands see the processes of the user, and can send signals to them.',
  'Commands share /tmp and /var/tmp as names: they are denied, and TMPDIR, HOME and the variables of caches name private folders instead. A program with a fixed path in them fails.',
  'Commands reach the services of macOS that have no path, such as the pasteboard and the keychain service.',
  'In the mode strict, commands still reach servers on this machine.',
  'Paths that no rule names can be read, except for the folders of users, of volumes and of temporary files.',
  'What commands write to a cache of packages is refused, not discarded.',
];

/** What a command with these rules sees. */
export function describeView(
  pathRules: readonly PathRule[],
  { rules, sandbox, overlay }: { readonly rules: ConfinementRules; readonly sandbox: Sandbox; readonly overlay: boolean },
): CommandView {
  const pathsOf = (...kinds: readonly PathRule['access'][]): readonly string[] =>
    pathRules.filter(({ access }) => kinds.includes(access)).map((rule) => rule.path);
  return {
    writes: pathsOf('write'),
    own: [...pathsOf('own'), ...(sandbox.kind === 'bubblewrap' ? ['/dev/shm'] : [])],
    reads: pathsOf('read', 'copy'),
    stores: pathsOf('store'),
    storeWrites: overlay ? 'discarded' : 'refused',
    hidden: pathsOf('hidden'),
    network: hasNetwork(rules) ? 'available' : 'none',
  };
}
