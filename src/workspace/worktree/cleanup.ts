/** Removes the data of runs that ended without a cleanup. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { whenFound } from '../../foundation/system-error.ts';
import { removeTree } from '../files/remove-tree.ts';
import { pathExists } from '../files/safe-path.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { tryLock, withLock } from '../store/process-lock.ts';
import { removeWorktree } from './close-worktree.ts';
import { isScratchFolder } from './scratch-folder.ts';
import { removeOldWarmWorktrees } from './warm-worktrees.ts';
import { readPlainText } from '../plain-files/plain-file.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TEMPORARY_AGE_MS = DAY_MS;
const OBJECT_AGE_MS = 14 * DAY_MS;

/** Removes the worktrees of processes that have ended. Returns messages for the user. */
export async function cleanUpAttempts(store: PrivateRepository, signal?: AbortSignal): Promise<string[]> {
  if (!(await pathExists(store.attemptsFolder))) return [];
  return withLock(store.attemptsLock, { action: 'clean up', signal, waitMs: 30_000 }, async () => {
    const attempts = (await whenFound(readdir(store.attemptsFolder))) ?? [];
    let removed = 0;
    let worktrees = 0;
    for (const name of attempts) {
      if (!(await removeIfUnlocked(path.join(store.attemptsFolder, name)))) continue;
      removed += 1;
      if (!isScratchFolder(name)) worktrees += 1;
    }
    await removeOldWarmWorktrees(store);
    await removeOrphanedMetadata(store);
    await removeOld(store.temporaryFolder, TEMPORARY_AGE_MS);
    await removeOld(path.join(store.directory, 'objects', 'pack'), TEMPORARY_AGE_MS, isTemporaryPack);
    // The objects of an isolated repository are complete for each of its commits. It is removed as a whole.
    if (attempts.length === removed && !store.isIsolated) await removeOldObjects(store, signal);
    return worktrees === 0
      ? []
      : [
          worktrees === 1
            ? 'Removed the worktree of an interrupted attempt.'
            : `Removed ${worktrees} worktrees of interrupted attempts.`,
        ];
  });
}

/**
 * Removes an attempt if its process has ended. A running process keeps the lock of its attempt. Returns false if the attempt
 * was not removed.
 */
async function removeIfUnlocked(home: string): Promise<boolean> {
  const lock = await tryLock(path.join(home, 'lock'));
  if (lock === undefined) return false;
  try {
    await removeWorktree(home, undefined, lock);
    return true;
  } catch {
    // A build may still use the files. The next cleanup tries again.
    return false;
  }
}

/**
 * Removes objects of bases and attempts that are more than two weeks old. Kept results are not affected: in a git
 * repository they are the user's objects, otherwise refs make them reachable.
 */
async function removeOldObjects(store: PrivateRepository, signal: AbortSignal | undefined): Promise<void> {
  if (!store.isShadow) {
    for (const name of (await whenFound(readdir(path.join(store.directory, 'objects')))) ?? []) {
      if (/^[0-9a-f]{2}$/.test(name)) await removeOld(path.join(store.directory, 'objects', name), OBJECT_AGE_MS);
    }
    return;
  }
  const baseIndex = await whenFound(stat(path.join(store.home, 'base-index')));
  if (baseIndex === undefined || Date.now() - baseIndex.ctimeMs < OBJECT_AGE_MS) return;
  // The index refers to objects that are about to be removed.
  await removeTree(path.join(store.home, 'base-index'));
  await store.git().call(['prune', '--expire=14.days.ago'], { action: 'remove old objects', signal });
}

/** Removes git's metadata of worktrees that no longer exist. */
async function removeOrphanedMetadata(store: PrivateRepository): Promise<void> {
  const folder = path.join(store.directory, 'worktrees');
  for (const name of (await whenFound(readdir(folder))) ?? []) {
    const pointer = path.join(folder, name, 'gitdir');
    if (!(await pathExists(pointer))) continue;
    const home = path.dirname(path.dirname((await readPlainText(pointer)).trim()));
    if (!(await pathExists(home))) await removeTree(path.join(folder, name));
  }
}

/** Whether a file is the rest of a pack that an ended process was writing. */
function isTemporaryPack(name: string): boolean {
  return name.startsWith('tmp_');
}

async function removeOld(
  folder: string,
  ageMs: number,
  isRemovable: (name: string) => boolean = () => true,
): Promise<void> {
  const now = Date.now();
  for (const name of (await whenFound(readdir(folder))) ?? []) {
    if (!isRemovable(name)) continue;
    const absolute = path.join(folder, name);
    const stats = await whenFound(stat(absolute));
    if (stats !== undefined && now - stats.mtimeMs > ageMs) await removeTree(absolute);
  }
}
