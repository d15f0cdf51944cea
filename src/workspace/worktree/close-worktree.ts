import { removeTree } from '../files/remove-tree.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { withLock } from '../store/process-lock.ts';
import type { ProcessLock } from '../store/process-lock.ts';
import type { WorktreeState } from './check-out-commit.ts';
import type { TreeManifest } from './tree-manifest.ts';
import { keepWarmWorktree } from './warm-worktrees.ts';

/** Removes the data of an attempt. Holds the lock as long as possible, so that no other process removes the same data. */
export async function removeWorktree(home: string, gitDirectory: string | undefined, lock: ProcessLock): Promise<void> {
  try {
    if (gitDirectory !== undefined) await removeTree(gitDirectory);
  } finally {
    // The lock is an open file in `home`. Windows cannot remove a folder with an open file.
    lock.release();
    await removeTree(home);
  }
}

/**
 * Ends the use of a worktree: it becomes a warm worktree, or is removed if there are enough.
 *
 * @param manifest the state after its last reset; `undefined` if it cannot be used again
 */
export async function closeWorktree(
  store: PrivateRepository,
  { id, home, gitDirectory, lock }: WorktreeState,
  manifest: TreeManifest | undefined,
): Promise<void> {
  let isKept = false;
  try {
    if (manifest !== undefined) {
      await removeTree(gitDirectory);
      // The lock of all attempts prevents a cleanup from removing the folder after the lock of the attempt is released.
      isKept = await withLock(store.attemptsLock, { action: 'keep the worktree', waitMs: 30_000 }, async () => {
        // The lock is an open file in `home`. Windows cannot move a folder with an open file.
        lock.release();
        return keepWarmWorktree(store, { home, id }, manifest);
      });
    }
  } catch {
    // A worktree that cannot be kept, because a program still uses it, for example, is removed.
  } finally {
    if (!isKept) await removeWorktree(home, gitDirectory, lock);
  }
}
