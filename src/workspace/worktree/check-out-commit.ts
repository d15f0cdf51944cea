import { rm } from 'node:fs/promises';
import path from 'node:path';
import { removeEntry } from '../files/remove-tree.ts';
import { GitError } from '../git/git.ts';
import type { Git } from '../git/git.ts';
import type { ProcessLock } from '../store/process-lock.ts';
import { copyIndex } from '../store/user-index.ts';
import { listCommit } from '../git/commit-listing.ts';
import type { Overlay } from './overlay.ts';

/** The worktree of an attempt as git and the file system see it. */
export interface WorktreeState {
  readonly id: string;
  /** The folder with all data of the attempt. */
  readonly home: string;
  readonly worktree: string;
  /** The workspace folder relative to the worktree, without `/` at the end. It exists even if the commit lacks it. */
  readonly rootFolder: string;
  readonly gitDirectory: string;
  /** Uses `index`. */
  readonly git: Git;
  /**
   * The index that snapshots and checkouts use. Commands of the attempt use the index in `gitDirectory`, which is a copy, so
   * flags that they set there (assume-unchanged, skip-worktree) hide no changes.
   */
  readonly index: string;
  readonly lock: ProcessLock;
  readonly overlay: Overlay;
  readonly submodules: readonly string[];
  /** Files that a sparse checkout leaves out: in the commit but not on disk. */
  readonly skippedFiles: readonly string[];
}

/**
 * Checks out the commit that HEAD names. Discards changes that a command made to the index. Files that a sparse checkout
 * leaves out are checked out only if the commit differs from the base in them.
 */
export async function checkOutCommit(
  state: WorktreeState,
  base: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { git, gitDirectory, index, worktree, skippedFiles } = state;
  const action = 'check out the commit';
  await Promise.all([rm(path.join(gitDirectory, 'index.lock'), { force: true }), rm(`${index}.lock`, { force: true })]);
  if (skippedFiles.length === 0) {
    try {
      await git.call(['read-tree', '--reset', '-u', commit], { action, signal });
      await shareIndex(state);
      return;
    } catch (thrown) {
      // Files that a command left can block the checkout, which is repeated below without the index.
      if (!(thrown instanceof GitError)) throw thrown;
    }
  }
  await rm(index, { force: true });
  await git.call(['read-tree', commit], { action, signal });
  const compare = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', base, commit];
  const changed = new Set(await git.fields(compare, { action, signal }));
  const tracked = (await listCommit(git, commit, signal)).files;
  const skipped = skippedFiles.filter((file) => tracked.has(file) && !changed.has(file));
  for (const file of skipped) await removeEntry(path.join(worktree, file));
  await updateSkipFlags(git, '--skip-worktree', skipped, signal);
  const input = await listWithoutSkipped(git, signal);
  await git.call(['checkout-index', '-z', '-f', '-u', '-q', '--stdin'], { action, input, signal });
  await shareIndex(state);
}

/**
 * The NUL-terminated names of the index entries that are not skipped: before 2.36, `git checkout-index --all` writes skipped
 * files too. The names are bytes, because they may not be UTF-8.
 */
async function listWithoutSkipped(git: Git, signal: AbortSignal | undefined): Promise<Buffer> {
  const { stdout } = await git.call(['ls-files', '-z', '-t'], { action: 'prepare the index', signal });
  const entries = stdout.toString('latin1').split('\0').filter(Boolean);
  const present = entries.filter((entry) => !entry.startsWith('S '));
  return Buffer.from(present.map((entry) => `${entry.slice(2)}\0`).join(''), 'latin1');
}

export async function updateSkipFlags(
  git: Git,
  flag: '--skip-worktree' | '--no-skip-worktree',
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (files.length === 0) return;
  const input = files.map((file) => `${file}\0`).join('');
  await git.call(['update-index', '-z', flag, '--stdin'], { action: 'prepare the index', input, signal });
}

/** Replaces the index that commands of the attempt use with a copy of the attempt's own. */
export async function shareIndex({ index, gitDirectory }: WorktreeState): Promise<void> {
  await rm(path.join(gitDirectory, 'index.lock'), { force: true });
  await copyIndex(index, path.join(gitDirectory, 'index'));
}
