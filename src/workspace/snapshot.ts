import type { Git } from './git.ts';

/** A tree of files as git objects: what a base, the result of an attempt and a merge are. */
export interface Snapshot {
  readonly commit: string;
  readonly tree: string;
}

/** The user's tree at one moment. */
export interface Base extends Snapshot {
  /** What was left out and why, in words for people. */
  readonly notes: readonly string[];
}

/** Limits of what a base takes up of files that git does not have yet. */
export interface BaseLimits {
  /** A larger untracked file is left out, with a note. Bytes. */
  readonly fileBytes: number;
  /** More than this in all is refused. Bytes. */
  readonly totalBytes: number;
  /** More untracked files than this are refused. */
  readonly files: number;
}

export const DEFAULT_BASE_LIMITS: BaseLimits = {
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  files: 100_000,
};

/** A commit with its tree. Throws a GitError where there is no such commit. */
export async function snapshotOf(git: Git, commit: string | Snapshot, signal?: AbortSignal): Promise<Snapshot> {
  if (typeof commit !== 'string') return commit;
  const tree = await git.text(['rev-parse', '--verify', `${commit}^{tree}`], {
    what: `find the commit ${commit}`,
    signal,
  });
  return { commit, tree };
}
