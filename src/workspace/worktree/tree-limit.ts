import path from 'node:path';
import { listUnusableLinks } from '../files/file-listing.ts';
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
  const files = committed.filter(isInFolder).map(toFolder).sort();
  const alsoReadable = copied.filter(isInFolder).map(toFolder);
  const links = new Set(listing.links.filter(isInFolder).map(toFolder));
  const submodules = listing.submodules.filter(isInFolder).map((folder) => `${toFolder(folder)}/`);
  const targets = { files, folders: submodules };
  const unusable = await listUnusableLinks(path.join(worktree, prefix), links, targets);
  return { files: files.filter((file) => !unusable.has(file)), alsoReadable };
}
