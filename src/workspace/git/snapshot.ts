import type { Git } from './git.ts';

/** A commit and its tree. Bases, results of attempts and merges are snapshots. */
export interface Snapshot {
  readonly commit: string;
  readonly tree: string;
}

/** A snapshot of the user's work tree. */
export interface Base extends Snapshot {
  /** Messages for the user, for example about files that were left out. */
  readonly notes: readonly string[];
  /** The untracked files and repositories that the snapshot does not contain, because of a limit or their name. */
  readonly leftOut: readonly string[];
  /** The tracked files that a sparse checkout does not write to disk. */
  readonly absent: readonly string[];
  /** The tracked files whose bytes in git can differ from those on disk, for example in their line endings. */
  readonly converted: readonly string[];
  /** The full name of the branch that HEAD referred to; `HEAD` if it was detached. Absent without git. */
  readonly headRef?: string | undefined;
}

/** Limits for untracked files in a base. */
export interface BaseLimits {
  /** A larger untracked file is left out with a note. Bytes. */
  readonly fileBytes: number;
  /** No base is created if all untracked files together exceed this size. Bytes. */
  readonly totalBytes: number;
  /** No base is created if there are more untracked files than this number. */
  readonly files: number;
}

export const DEFAULT_BASE_LIMITS: BaseLimits = {
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  files: 100_000,
};

/** Resolves a commit to a snapshot. Throws a GitError if the commit does not exist. */
export async function resolveSnapshot(git: Git, commit: string | Snapshot, signal?: AbortSignal): Promise<Snapshot> {
  if (typeof commit !== 'string') return commit;
  const tree = await git.text(['rev-parse', '--verify', `${commit}^{tree}`], {
    action: `find the commit ${commit}`,
    signal,
  });
  return { commit, tree };
}
