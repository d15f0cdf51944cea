/**
 * The warm worktrees of a repository: worktrees of ended attempts that later attempts reset and use, since writing all files
 * again takes longest. A warm worktree moves as a folder, under the lock of all attempts, so that no two processes use it. If
 * a process is killed, its worktree is still in the folder of attempts, where the cleanup removes it.
 */
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { whenFound } from '../../foundation/system-error.ts';
import { removeTree } from '../files/remove-tree.ts';
import { readPlainText } from '../plain-files/plain-file.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { formatManifest, parseManifest } from './tree-manifest.ts';
import type { TreeManifest } from './tree-manifest.ts';

/** The number of warm worktrees that a repository keeps. Each is as large as the files of a checkout. */
export const MAX_WARM_WORKTREES = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A warm worktree that was not used for this long is removed. */
export const WARM_AGE_MS = 3 * DAY_MS;
const MANIFEST = 'manifest';
/** Lets git write only the files that are missing. A reset does not trust it: it removes the files to write. */
const INDEX = 'index';

/**
 * Moves the warm worktree that was used last to the folder of a new attempt. Returns its manifest, or `undefined` if there is
 * none that can be used. The caller has the lock of all attempts.
 *
 * @param home the folder of the attempt, which does not exist yet
 * @param treeName the name of the worktree in it; everything else of the earlier attempt but its index is removed
 */
export async function takeWarmWorktree(
  store: PrivateRepository,
  home: string,
  treeName: string,
): Promise<TreeManifest | undefined> {
  const [newest] = await listWarm(store);
  if (newest === undefined) return undefined;
  await rename(newest.folder, home);
  const manifest = parseManifest(await readPlainText(path.join(home, MANIFEST)));
  for (const name of await readdir(home))
    if (name !== treeName && name !== INDEX) await removeTree(path.join(home, name));
  if (manifest === undefined) await removeTree(home);
  return manifest;
}

/**
 * Moves the worktree of an ended attempt to the warm ones, unless there are enough. Returns whether it was moved. The caller
 * has the lock of all attempts.
 */
export async function keepWarmWorktree(
  store: PrivateRepository,
  { home, id }: { readonly home: string; readonly id: string },
  manifest: TreeManifest,
): Promise<boolean> {
  if ((await listWarm(store)).length >= MAX_WARM_WORKTREES) return false;
  await writeFile(path.join(home, MANIFEST), formatManifest(manifest));
  await rename(home, path.join(store.warmFolder, id));
  return true;
}

/** Removes warm worktrees that were not used lately, are incomplete, or exceed the bound. The caller has the lock. */
export async function removeOldWarmWorktrees(store: PrivateRepository): Promise<void> {
  const warm = await listWarm(store);
  const kept = new Set(
    warm
      .filter(({ usedMs }) => Date.now() - usedMs < WARM_AGE_MS)
      .slice(0, MAX_WARM_WORKTREES)
      .map(({ folder }) => folder),
  );
  for (const name of (await whenFound(readdir(store.warmFolder))) ?? []) {
    const folder = path.join(store.warmFolder, name);
    if (!kept.has(folder)) await removeTree(folder);
  }
}

interface WarmWorktree {
  readonly folder: string;
  readonly usedMs: number;
}

/** Lists the complete warm worktrees, the one that was used last first. */
async function listWarm(store: PrivateRepository): Promise<WarmWorktree[]> {
  const warm: WarmWorktree[] = [];
  for (const name of (await whenFound(readdir(store.warmFolder))) ?? []) {
    const folder = path.join(store.warmFolder, name);
    const manifest = await whenFound(stat(path.join(folder, MANIFEST)));
    if (manifest !== undefined) warm.push({ folder, usedMs: manifest.mtimeMs });
  }
  return warm.sort((one, other) => other.usedMs - one.usedMs);
}
