import { throwIfCancelled } from '../../foundation/errors.ts';
import type { Git } from './git.ts';
import { isObjectName } from './object-memory.ts';

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
  /** The tracked files whose changes git does not show, because they are assumed unchanged or skip the work tree. */
  readonly hidden: readonly string[];
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

export interface NewSnapshot {
  readonly tree: string;
  /** The commits that the snapshot follows. */
  readonly parents: readonly string[];
  readonly message: string;
  /** The purpose of the commit; completes "Failed to …". */
  readonly action: string;
  readonly signal?: AbortSignal | undefined;
}

/** Another process removes commits that no ref names, but only after days. */
const REUSE_MS = 60 * 60 * 1000;

/**
 * Creates the commit of a tree in a private repository. An equal commit of the last hour, which differs only in its time, is
 * returned instead.
 */
export async function commitSnapshot(
  git: Git,
  { tree, parents, message, action, signal }: NewSnapshot,
): Promise<Snapshot> {
  const arguments_ = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', message];
  const content = arguments_.join('\0');
  throwIfCancelled(signal, action);
  const equal = git.objects?.commits.get(content);
  if (equal !== undefined && Date.now() - equal.createdMs < REUSE_MS) return { commit: equal.commit, tree };
  const commit = await git.text(arguments_, { action, signal });
  git.objects?.trees.set(commit, tree);
  git.objects?.commits.set(content, { commit, createdMs: Date.now() });
  return { commit, tree };
}

/** Resolves a commit to a snapshot. Throws a GitError if the commit does not exist. */
export async function resolveSnapshot(git: Git, commit: string | Snapshot, signal?: AbortSignal): Promise<Snapshot> {
  if (typeof commit !== 'string') return commit;
  const action = `find the commit ${commit}`;
  throwIfCancelled(signal, action);
  const known = git.objects?.trees.get(commit);
  if (known !== undefined) return { commit, tree: known };
  const tree = await git.text(['rev-parse', '--verify', `${commit}^{tree}`], { action, signal });
  if (isObjectName(commit)) git.objects?.trees.set(commit, tree);
  return { commit, tree };
}
