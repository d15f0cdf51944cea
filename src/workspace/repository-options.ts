/** What a repository is opened with, and the options of its operations. */
import type { BaseLimits, Snapshot } from './git/snapshot.ts';
import type { FileSystemTraits } from './landing/disk-entries.ts';
import type { MergeKind } from './landing/merge.ts';
import type { UserRepository } from './store/private-repository.ts';

export interface RepositoryOptions {
  /** Absolute path of the workspace folder, which may be a subfolder of a git repository or outside of any repository. */
  readonly folder: string;
  /** Absolute path of Holdfast's storage folder, outside every workspace. Editor and command line share it. */
  readonly storage: string;
  readonly limits?: Partial<BaseLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the name of each step of a landing. Tests end the process in it. */
  readonly onStep?: ((step: string) => void) | undefined;
}

export interface Head {
  /** `null` if the branch has no commit yet, and without git. */
  readonly commit: string | null;
  /** `null` if HEAD is detached, and without git. */
  readonly branch: string | null;
}

export interface OpenWorktreeOptions {
  /** Ignored files to copy: paths, folders or globs relative to the folder. */
  readonly copy?: readonly string[] | undefined;
  /**
   * Files that the worktree leaves out: paths of files and folders, or globs, relative to the workspace folder or to the
   * top level of the repository. Then its git directory has no history and no object of these files or of the user's
   * repository. Default: none.
   */
  readonly without?: readonly string[] | undefined;
  /** Absolute paths outside the repository that commands in the worktree must not see. Default: none. */
  readonly hidden?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PrepareLandingOptions {
  /** The commit that the work started from. */
  readonly base: string | Snapshot;
  /** The commit with the result of the work. */
  readonly result: string | Snapshot;
  /** Files, relative to the folder, that the user has merged with the result. Their content stays. Default: none. */
  readonly resolved?: readonly string[] | undefined;
  /** What is merged, for the reasons of conflicts. Default: the result of a chunk. */
  readonly kind?: MergeKind | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PlanWritesOptions extends PrepareLandingOptions {
  /** The contents of files with unsaved changes, by path relative to the folder. */
  readonly unsaved: ReadonlyMap<string, Uint8Array>;
}

export interface CombineOptions {
  /** The tree that the result started from. */
  readonly base: Snapshot;
  readonly result: Snapshot;
  /** The tree to merge the result into. */
  readonly onto: Snapshot;
  readonly signal?: AbortSignal | undefined;
}

/** The paths of a repository and the capabilities of its file system. */
export interface RepositoryLayout {
  readonly folder: string;
  /** Absolute path of the work tree. Without git, the folder. */
  readonly topLevel: string;
  /** The folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** The user's git repository; `undefined` without git. */
  readonly user: UserRepository | undefined;
  /** The effective git configuration. */
  readonly config?: ReadonlyMap<string, string> | undefined;
  readonly traits: FileSystemTraits;
}
