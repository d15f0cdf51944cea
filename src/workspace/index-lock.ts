/** Git's own lock of the index: while it is held, no `git add`, `commit`, `checkout` or `stash` of the user's runs. */
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, throwIfCancelled } from '../shared/errors.ts';
import { systemCodeOf } from '../shared/system-code.ts';
import { isMissing } from './safe-path.ts';

const WAIT_MS = 5_000;
const POLL_MS = 25;

/** What our lock file holds, so that it is known again after a crash. */
function tokenOf(id: string): string {
  return `holdfast landing ${id}\n`;
}

function lockFile(gitDirectory: string): string {
  return path.join(gitDirectory, 'index.lock');
}

/**
 * Takes the lock for a landing. Waits a few seconds for a git process that is at work.
 * Throws `git` (retryable) where the lock stays.
 */
export async function lockIndex(
  gitDirectory: string,
  id: string,
  work: string,
  { signal, onWait = () => undefined }: { readonly signal?: AbortSignal; readonly onWait?: () => void } = {},
): Promise<void> {
  const token = path.join(work, 'index-lock');
  await writeFile(token, tokenOf(id));
  const end = performance.now() + WAIT_MS;
  for (;;) {
    throwIfCancelled(signal, 'land the result');
    if (await claim(token, lockFile(gitDirectory), id)) break;
    if (performance.now() >= end) {
      throw new HoldfastError('git', 'Failed to land the result: another git process holds the index (index.lock)', {
        hint: `Wait until it has finished, and try again. If there is none, remove ${lockFile(gitDirectory)}.`,
        retryable: true,
      });
    }
    onWait();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A lock file that comes to be with its content: a second name of the token, where the file system has that. */
async function claim(token: string, lock: string, id: string): Promise<boolean> {
  try {
    await link(token, lock);
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
  }
  try {
    await writeFile(lock, tokenOf(id), { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** Gives the lock back, if it is the one of this landing. */
export async function unlockIndex(gitDirectory: string, id: string): Promise<void> {
  let content: string;
  try {
    content = await readFile(lockFile(gitDirectory), 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return;
    throw thrown;
  }
  if (content === tokenOf(id)) await rm(lockFile(gitDirectory), { force: true });
}
