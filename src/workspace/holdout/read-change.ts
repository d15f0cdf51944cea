import { listChanges, readDiff } from '../git/tree-changes.ts';
import type { BoundedDiff, FileChange } from '../git/tree-changes.ts';
import { listTree } from '../git/list-tree.ts';
import { resolveSnapshot } from '../git/snapshot.ts';
import type { PathMatcher } from '../../contract/globs/path-matcher.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { removeEntries } from './isolated-repository.ts';
import { createLeftOutMatcher, findLeftOut } from './left-out-files.ts';

export interface ReadChangeOptions {
  /** Paths of files and folders, or globs, relative to the workspace folder or the top level. */
  readonly without: readonly string[];
  /** The longest diff that is read in full, in bytes. */
  readonly limitBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What differs between two commits. Paths are relative to the workspace folder. */
export interface CommitChange {
  readonly files: readonly FileChange[];
  /** The unified diff, up to a size limit. */
  readonly diff: BoundedDiff;
}

interface ReadChangeInput extends ReadChangeOptions {
  readonly from: string;
  readonly to: string;
  /** The workspace folder: `''`, or a path that ends with `/`. */
  readonly prefix: string;
}

/** Compares two commits without some of their files. A file that was moved from or to them is created or deleted. */
export async function readChangeWithout(
  store: PrivateRepository,
  { from, to, without, prefix, limitBytes, signal }: ReadChangeInput,
): Promise<CommitChange> {
  const matches = createLeftOutMatcher(without, prefix);
  const [one, other] = await Promise.all([from, to].map((commit) => reduceTree(store, commit, matches, signal)));
  const comparison = { from: one ?? from, to: other ?? to, prefix, signal };
  const git = store.git();
  const [files, diff] = await Promise.all([listChanges(git, comparison), readDiff(git, comparison, limitBytes)]);
  return { files, diff };
}

async function reduceTree(
  store: PrivateRepository,
  commit: string,
  matches: PathMatcher,
  signal: AbortSignal | undefined,
): Promise<string> {
  const git = store.git();
  const files = await listTree(git, commit, signal);
  const leftOut = await findLeftOut(git, files, matches, signal);
  if (leftOut.length === 0) return commit;
  return removeEntries(store, (await resolveSnapshot(git, commit, signal)).tree, leftOut, signal);
}
