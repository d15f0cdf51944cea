/** Removes what runs have left behind that ended without doing so. */
import type { Stats } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeAttempt } from './attempt-tree.ts';
import type { PrivateRepository } from './private-repository.ts';
import { tryLock, withLock } from './process-lock.ts';
import { removeTree } from './remove-tree.ts';
import { isMissing, isThere } from './safe-path.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TEMPORARY_AGE_MS = DAY_MS;
const OBJECT_AGE_MS = 14 * DAY_MS;

/** Removes the trees of attempts whose process has ended. Those of living processes are locked and stay. */
export async function cleanUpAttempts(store: PrivateRepository, signal?: AbortSignal): Promise<string[]> {
  if (!(await isThere(store.attemptsFolder))) return [];
  return withLock(store.attemptsLock, { what: 'clean up', signal, waitMs: 30_000 }, async () => {
    const attempts = await names(store.attemptsFolder);
    let removed = 0;
    for (const name of attempts) {
      if (await removeDead(path.join(store.attemptsFolder, name))) removed += 1;
    }
    await removeOrphans(store);
    await removeOld(store.temporaryFolder, TEMPORARY_AGE_MS);
    if (attempts.length === removed) await forgetOldObjects(store, signal);
    return removed === 0
      ? []
      : [`Removed the ${removed === 1 ? 'tree' : `${removed} trees`} of attempts that were interrupted.`];
  });
}

/** Removes an attempt unless its process lives. What cannot be removed yet - a build is still at it - stays for later. */
async function removeDead(home: string): Promise<boolean> {
  const lock = await tryLock(path.join(home, 'lock'));
  if (lock === undefined) return false;
  try {
    await removeAttempt(home, undefined, lock);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives up the objects of bases and attempts that nobody has used for a long time. Kept results of a git repository
 * are its own objects by then; those of a folder without git are found by their refs.
 */
async function forgetOldObjects(store: PrivateRepository, signal: AbortSignal | undefined): Promise<void> {
  if (!store.isShadow) {
    for (const name of await names(path.join(store.directory, 'objects'))) {
      if (/^[0-9a-f]{2}$/.test(name)) await removeOld(path.join(store.directory, 'objects', name), OBJECT_AGE_MS);
    }
    return;
  }
  const last = await statOrNothing(path.join(store.home, 'base-index'));
  if (last === undefined || Date.now() - last.ctimeMs < OBJECT_AGE_MS) return;
  // The kept index vouches for objects that are about to go.
  await removeTree(path.join(store.home, 'base-index'));
  await store.git().call(['prune', '--expire=14.days.ago'], { what: 'give up old objects', signal });
}

/** What the private repository knows of work trees that are gone. */
async function removeOrphans(store: PrivateRepository): Promise<void> {
  const folder = path.join(store.directory, 'worktrees');
  for (const name of await names(folder)) {
    const pointer = path.join(folder, name, 'gitdir');
    if (!(await isThere(pointer))) continue;
    const home = path.dirname(path.dirname((await readFile(pointer, 'utf8')).trim()));
    if (!(await isThere(home))) await removeTree(path.join(folder, name));
  }
}

async function removeOld(folder: string, ageMs: number): Promise<void> {
  const now = Date.now();
  for (const name of await names(folder)) {
    const absolute = path.join(folder, name);
    const found = await statOrNothing(absolute);
    if (found !== undefined && now - found.mtimeMs > ageMs) await removeTree(absolute);
  }
}

async function statOrNothing(absolute: string): Promise<Stats | undefined> {
  try {
    return await stat(absolute);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}
