import { isWithin } from '../files/safe-path.ts';
import type { ConfinementKind } from './confinement-rules.ts';

export interface HoldoutSituation {
  /** The sandbox that commands and external agents run in on this machine. */
  readonly confinement: ConfinementKind;
  /** Absolute path of the folder with the left-out files. */
  readonly location: string;
  /** Absolute paths of the folders of the repository: `Repository.protectedFolders`. */
  readonly repository: readonly string[];
}

/** Whether code that an attempt runs is kept from the left-out files. */
export interface HoldoutState {
  readonly enforced: boolean;
  /** Why it is not enforced, as a sentence that says what to do. */
  readonly reason?: string;
}

/**
 * [ASSERT-SCEN-002] Describes whether left-out files are out of reach. The worktree, its repository and the prompts never
 * contain them. Commands can read other folders of the user unless they are confined, so without a sandbox the files must
 * be outside of the repository.
 */
export function describeHoldout({ confinement, location, repository }: HoldoutSituation): HoldoutState {
  if (confinement !== 'unconfined') return { enforced: true };
  if (!repository.some((folder) => isWithin(folder, location))) return { enforced: true };
  return {
    enforced: false,
    reason: `The holdout is not enforced: commands run without a sandbox and can read ${location}. Install bubblewrap on Linux, set "confinement.mode" to "auto", or move the files out of the repository.`,
  };
}
