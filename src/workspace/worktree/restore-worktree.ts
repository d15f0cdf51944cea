import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { removeTree } from '../files/remove-tree.ts';
import { compareTrees } from '../git/compare-trees.ts';
import { resolveSnapshot } from '../git/snapshot.ts';
import { shareIndex } from './check-out-commit.ts';
import type { WorktreeState } from './check-out-commit.ts';
import type { CommitListing } from '../git/commit-listing.ts';
import { applyOverlay, withParentFolders } from './overlay.ts';
import { completeStates, readStates, removeDifferences } from './tree-manifest.ts';
import type { TreeManifest } from './tree-manifest.ts';

export interface RestoreOptions {
  readonly commit: string;
  /** Lists the files of the commit. */
  readonly list: () => Promise<CommitListing>;
  /** The state after the last checkout. */
  readonly manifest: TreeManifest;
  /** Fills the overlay of a new attempt, when the files of the commit are there. */
  readonly fillOverlay?: (() => Promise<void>) | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Restores a commit and the overlay by difference: removes every entry that differs from the manifest or between the two
 * trees, and lets git write the missing files. Returns the manifest of the result.
 *
 * @throws HoldfastError `git` if a file of the commit is missing afterwards
 */
export async function restoreWorktree(state: WorktreeState, options: RestoreOptions): Promise<TreeManifest> {
  const { git, worktree, index, overlay } = state;
  const { commit, list, manifest, fillOverlay, signal } = options;
  const action = 'restore the worktree';
  const left = await removeDifferences(worktree, manifest);
  await createGitDirectory(state, commit);
  const { tree } = await resolveSnapshot(git, commit, signal);
  const isUnchanged = tree === manifest.tree && left.size === manifest.entries.size;
  if (tree !== manifest.tree) {
    // The listing is needed below. With it, the comparison seldom needs git.
    await list();
    for (const { path: file } of await compareTrees(git, manifest.tree, tree, { action, signal })) {
      await removeTree(path.join(worktree, file));
      left.delete(file);
    }
  }
  await rm(`${index}.lock`, { force: true });
  const isComplete = isUnchanged && isSubset((await list()).files, left) && (await hasTree(state, tree, signal));
  // A file without a state was removed. Git writes it, and every other missing file.
  if (!isComplete) await git.call(['read-tree', '--reset', '-u', commit], { action, signal });
  await shareIndex(state);
  if (isUnchanged && fillOverlay === undefined) return manifest;
  await fillOverlay?.();
  await applyOverlay(worktree, overlay);
  return readManifest(state, { tree, listing: await list(), known: left });
}

function isSubset(files: ReadonlySet<string>, left: ReadonlyMap<string, string>): boolean {
  for (const file of files) if (!left.has(file)) return false;
  return true;
}

/** Whether the index has exactly the entries of a tree. An index that git cannot read has not. */
async function hasTree({ git }: WorktreeState, tree: string, signal: AbortSignal | undefined): Promise<boolean> {
  const written = await git.call(['write-tree', '--missing-ok'], {
    action: 'read the index',
    acceptedExitCodes: [128],
    signal,
  });
  return written.exitCode === 0 && written.stdout.toString('utf8').trim() === tree;
}

/**
 * Reads the manifest of a worktree after a checkout, and removes what belongs neither to the commit nor to the overlay.
 *
 * @param known the states of all entries that were there before the checkout, which are not read again
 * @throws HoldfastError `git` if a file of the commit is missing
 */
export async function readManifest(
  { worktree, overlay, rootFolder }: WorktreeState,
  {
    tree,
    listing,
    known,
  }: { readonly tree: string; readonly listing: CommitListing; readonly known?: ReadonlyMap<string, string> },
): Promise<TreeManifest> {
  await mkdir(path.join(worktree, rootFolder), { recursive: true });
  const expected = withParentFolders([...listing.files, ...overlay.keys(), ...(rootFolder === '' ? [] : [rootFolder])]);
  const { states, paths } =
    known === undefined
      ? await readStates(worktree, { expected, known: new Map() })
      : await completeStates(worktree, { expected, known });
  for (const file of listing.files) {
    if (!paths.has(file)) throw new HoldfastError('git', `Failed to restore the worktree: git did not write ${file}`);
  }
  return { tree, entries: states };
}

/**
 * Creates git's data of a worktree, without anything that a command wrote there: configuration, hooks, refs of the worktree
 * and unfinished operations.
 */
export async function createGitDirectory(
  { worktree, gitDirectory }: Pick<WorktreeState, 'worktree' | 'gitDirectory'>,
  commit: string,
): Promise<void> {
  const pointer = path.join(worktree, '.git');
  await Promise.all([removeTree(gitDirectory), removeTree(pointer)]);
  await mkdir(gitDirectory, { recursive: true });
  await Promise.all([
    writeFile(pointer, `gitdir: ${toGitPath(gitDirectory)}\n`),
    writeFile(path.join(gitDirectory, 'gitdir'), `${toGitPath(pointer)}\n`),
    writeFile(path.join(gitDirectory, 'commondir'), '../..\n'),
    writeFile(path.join(gitDirectory, 'HEAD'), `${commit}\n`),
  ]);
  await chmod(pointer, 0o644);
}

function toGitPath(absolute: string): string {
  return absolute.split(path.sep).join('/');
}
