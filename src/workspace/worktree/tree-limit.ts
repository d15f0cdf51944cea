import path from 'node:path';
import { isDependencyPath, pathExists } from '../files/safe-path.ts';
import type { TreeLimit } from '../files/source-tree.ts';
import type { WorktreeState } from './check-out-commit.ts';
import type { CommitListing } from '../git/commit-listing.ts';

/** The files of a commit and the copied files in the workspace folder, as a limit of a tree. */
export async function createTreeLimit(
  { overlay, skippedFiles, worktree }: WorktreeState,
  prefix: string,
  listing: CommitListing,
): Promise<TreeLimit> {
  const leftOut = new Set<string>();
  for (const file of skippedFiles) if (!(await pathExists(path.join(worktree, file)))) leftOut.add(file);
  const isInFolder = (file: string): boolean => file.startsWith(prefix) && !isDependencyPath(file);
  const committed = [...listing.files].filter((file) => !leftOut.has(file));
  const copied = [...overlay].filter(([, entry]) => entry.kind === 'file').map(([file]) => file);
  const toFolder = (file: string): string => file.slice(prefix.length);
  return {
    files: committed.filter(isInFolder).map(toFolder).sort(),
    alsoReadable: copied.filter(isInFolder).map(toFolder),
  };
}
