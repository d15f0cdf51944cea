import type { HeadState } from '../git/commits.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import type { Conflict } from './merge.ts';

/** How long to wait for the landing of another process. */
export const LANDING_WAIT_MS = 60_000;

/** The repository that results land in, with everything that a landing needs from it. */
export interface LandingTarget {
  readonly topLevel: string;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  readonly user: UserRepository | undefined;
  readonly store: PrivateRepository;
  readonly traits: FileSystemTraits;
  /** The folder with the journals. */
  readonly journalsFolder: string;
  /** The lock file that serializes landings in this work tree. */
  readonly lockFile: string;
  /** Called with the name of each step of a landing. Tests end the process in it. */
  readonly onStep: (step: string) => void;
}

export interface LandOptions {
  readonly mode: 'commit' | 'working-tree';
  /** The commit message: `chunk: <title>`. */
  readonly message: string;
  /** Whether to run the repository's commit hooks. Default: false; a note then lists the hooks that were skipped. */
  readonly runCommitHooks?: boolean | undefined;
  /** The ref that HEAD referred to when the work began. If it refers to another one now, nothing lands. */
  readonly startedOn?: string | undefined;
  /**
   * Files, relative to the folder, that the user has merged with the result. A commit without them would not contain the
   * whole result, so none is created while they have uncommitted changes. Default: none.
   */
  readonly resolved?: readonly string[] | undefined;
  /** Completes "Failed to …". Default: `land the result`. */
  readonly action?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of a landing. */
export interface LandingResult {
  /** Missing if no commit was created. */
  readonly commit?: string | undefined;
  /** What HEAD referred to when the landing began. Missing without git. */
  readonly head?: HeadState | undefined;
  /** The files that were written, relative to the folder. Empty if nothing landed or the files were up to date. */
  readonly files: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly notes: readonly string[];
  /** Whether the commit hooks changed files, so that the commit differs from the merged tree. */
  readonly changedByHooks?: true | undefined;
  /**
   * Set if nothing landed because the user's files or the branch changed after the merge: the file, if one changed, and
   * the reason. The caller must prepare and check the landing again.
   */
  readonly outdatedBy?: Conflict | undefined;
}
