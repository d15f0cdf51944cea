import type { Contract, Gate } from '../../contract/model.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { listChangedFiles } from '../../workspace/worktree/linked-packages.ts';
import type { RunServices } from '../services/run-services.ts';
import { namesCommands } from '../services/run-confinement.ts';

export interface GuardInput {
  readonly contract: Contract;
  readonly sharedGates?: readonly Gate[] | undefined;
  readonly attempt: Pick<AttemptWorktree, 'readPackageState'>;
  readonly services: Pick<RunServices, 'configuration' | 'confinement'>;
}

const MAX_SHOWN_FILES = 5;

/**
 * [TRUST-8] Does work that runs commands, and lists the files of the user's packages that changed meanwhile (absolute
 * paths). In a sandbox the packages are read-only, so nothing has to be compared.
 */
export async function guardPackages<Result>(
  { contract, sharedGates, attempt, services }: GuardInput,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly changedPackages: readonly string[] }> {
  const { configuration, confinement } = services;
  if (confinement.kind !== 'unconfined' || !namesCommands(contract, configuration, sharedGates)) {
    return { result: await work(), changedPackages: [] };
  }
  const before = await attempt.readPackageState(configuration.confinement.write);
  const result = await work();
  const after = await attempt.readPackageState(configuration.confinement.write);
  return { result, changedPackages: listChangedFiles(before, after) };
}

/** What happened to the packages and what the user can do, as sentences. */
export function describeChangedPackages(files: readonly string[]): string {
  const more = files.length > MAX_SHOWN_FILES ? ` and ${files.length - MAX_SHOWN_FILES} more` : '';
  return (
    `Installed packages changed while commands ran without a sandbox: ${files.slice(0, MAX_SHOWN_FILES).join(', ')}${more}. ` +
    'Results of commands that use them prove nothing. Install the packages again, then run the chunk again. ' +
    'A sandbox prevents such writes; "confinement.write" permits those that a build needs.'
  );
}
