/** Removes what runs have left behind that ended without doing so. */
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeAttempt } from './attempt-tree.ts';
import type { PrivateRepository } from './private-repository.ts';
import { tryLock, withLock } from './process-lock.ts';
import { removeTree } from './remove-tree.ts';
import { isMissing, isThere } from './safe-path.ts';

const TEMPORARY_AGE_MS = 24 * 60 * 60 * 1000;

/** Removes the trees of attempts whose process has ended. Those of living processes are locked and stay. */
export async function cleanUpAttempts(store: PrivateRepository, signal?: AbortSignal): Promise<string[]> {
  if (!(await isThere(store.attemptsFolder))) return [];
  return withLock(store.attemptsLock, { what: 'clean up', signal, waitMs: 30_000 }, async () => {
    let removed = 0;
    for (const name of await names(store.attemptsFolder)) {
      const home = path.join(store.attemptsFolder, name);
      const lock = await tryLock(path.join(home, 'lock'));
      if (lock === undefined) continue;
      await removeAttempt(home, undefined, lock);
      removed += 1;
    }
    await removeOrphans(store);
    await removeOld(store.temporaryFolder);
    return removed === 0
      ? []
      : [`Removed the ${removed === 1 ? 'tree' : `${removed} trees`} of attempts that were interrupted.`];
  });
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

async function removeOld(folder: string): Promise<void> {
  const now = Date.now();
  for (const name of await names(folder)) {
    const absolute = path.join(folder, name);
    try {
      if (now - (await stat(absolute)).mtimeMs > TEMPORARY_AGE_MS) await removeTree(absolute);
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
    }
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
