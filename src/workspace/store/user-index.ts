/** Locks and copies the user's index. The index itself is only replaced as a whole file, under git's own lock. */
import { link, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
import { isNotFoundError, systemErrorCode, whenFound } from '../../foundation/system-error.ts';
import { isConfigTrue, splitIntoBatches } from '../git/batch-reads.ts';
import { Git } from '../git/git.ts';
import {
  formatIndexInfo,
  isAssumedUnchanged,
  isSameEntry,
  isSkipped,
  parseListing,
  type ListedEntry,
  type TreeChange,
} from '../git/index-entries.ts';
import type { UserRepository } from './private-repository.ts';
import { copyPlainFile, readPlainText } from '../plain-files/plain-file.ts';

const LOCK_WAIT_MS = 5_000;
const LOCK_POLL_MS = 25;

/** Creates the content of a lock file, which identifies the landing after a crash. */
function formatLockContent(id: string): string {
  return `holdfast landing ${id}\n`;
}

function toLockPath(gitDirectory: string): string {
  return path.join(gitDirectory, 'index.lock');
}

export interface LockIndexOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait for another git process. */
  readonly onWait?: (() => void) | undefined;
}

/**
 * Creates git's `index.lock` for a landing. While it exists, `git add`, `commit`, `checkout` and `stash` fail. Waits up to
 * five seconds while another git process has the lock.
 *
 * @param id the id of the landing
 * @param temporaryFolder a folder for temporary files
 * @throws HoldfastError `git` (retryable) if another process keeps the lock
 */
export async function lockIndex(
  gitDirectory: string,
  id: string,
  temporaryFolder: string,
  { signal, onWait = () => undefined }: LockIndexOptions = {},
): Promise<void> {
  const token = path.join(temporaryFolder, 'index-lock');
  await writeFile(token, formatLockContent(id));
  const end = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    throwIfCancelled(signal, 'land the result');
    if (await tryCreateLock(token, toLockPath(gitDirectory), id)) break;
    if (performance.now() >= end) {
      throw new HoldfastError('git', 'Failed to land the result: another git process has locked the index', {
        hint: `Wait until it has finished and try again. If no git process is running, delete ${toLockPath(gitDirectory)}.`,
        retryable: true,
      });
    }
    onWait();
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** Hard-links the token so that the lock file appears with its content. Falls back to an exclusive write. Returns false if it exists. */
async function tryCreateLock(token: string, lock: string, id: string): Promise<boolean> {
  try {
    await link(token, lock);
    return true;
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'EEXIST') return false;
  }
  try {
    await writeFile(lock, formatLockContent(id), { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** Deletes the lock file if it belongs to this landing. */
export async function unlockIndex(gitDirectory: string, id: string): Promise<void> {
  const content = await whenFound(readPlainText(toLockPath(gitDirectory)));
  if (content === formatLockContent(id)) await rm(toLockPath(gitDirectory), { force: true });
}

/**
 * Copies an index with its modification time, rounded down to seconds. Git trusts an entry only if its file is older than
 * the index, so a copy with a newer time would hide a change of the same second. Returns false if there is no index.
 */
export async function copyIndex(from: string, to: string): Promise<boolean> {
  let seconds: number;
  try {
    seconds = Math.floor((await stat(from)).mtimeMs / 1000);
    await copyPlainFile(from, to);
  } catch (thrown) {
    if (isNotFoundError(thrown)) return false;
    throw thrown;
  }
  await utimes(to, seconds, seconds);
  return true;
}

/** The index entries that a commit changes. */
export interface IndexUpdate {
  /** The new commit. */
  readonly after: string;
  readonly index: readonly TreeChange[];
}

/**
 * Writes a copy of the user's index with the entries of the landed files replaced. An entry that differs from its
 * `before` value was changed by the user and is not replaced. A file that the user has marked stays marked.
 */
export async function updateIndexCopy(
  user: UserRepository,
  commit: IndexUpdate,
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  await copyIndex(path.join(user.gitDirectory, 'index'), target);
  const git = new Git(user.topLevel, { GIT_INDEX_FILE: target, GIT_LITERAL_PATHSPECS: '1' });
  const current = new Map<string, ListedEntry>();
  for (const batch of splitIntoBatches(commit.index.map(({ path: file }) => file))) {
    const listed = await git.call(['ls-files', '-z', '-v', '--stage', '--', ...batch], {
      action: 'read the index',
      signal,
    });
    for (const entry of parseListing(listed.stdout)) current.set(entry.path, entry);
  }
  const replaceable = commit.index.filter(({ path: file, before }) => isSameEntry(current.get(file)?.entry, before));
  await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--index-info'], {
    action: 'update the index',
    input: formatIndexInfo(
      // Removals come first because a file may replace a folder.
      [...replaceable]
        .sort((one, other) => Number(one.after !== undefined) - Number(other.after !== undefined))
        .map(({ path: file, after }) => [file, after] as const),
      '0'.repeat(commit.after.length),
    ),
    signal,
  });
  const kept = replaceable
    .filter(({ after }) => after !== undefined)
    .flatMap(({ path: file }) => current.get(file) ?? []);
  await markAgain(git, kept, signal);
}

/** Sets the flags of entries that git does not keep if an entry is replaced. */
async function markAgain(git: Git, entries: readonly ListedEntry[], signal: AbortSignal | undefined): Promise<void> {
  const mark = async (flag: string, marked: readonly ListedEntry[]): Promise<void> => {
    if (marked.length === 0) return;
    const input = marked.map(({ path: file }) => `${file}\0`).join('');
    await git.call(['update-index', '-z', flag, '--stdin'], { action: 'update the index', input, signal });
  };
  await mark('--assume-unchanged', entries.filter(isAssumedUnchanged));
  const skipped = entries.filter(isSkipped);
  // A sparse checkout has the flag for files that are not on disk, where a landed file is.
  if (skipped.length > 0 && !(await isSparse(git, signal))) await mark('--skip-worktree', skipped);
}

async function isSparse(git: Git, signal: AbortSignal | undefined): Promise<boolean> {
  const call = { action: 'read core.sparseCheckout', acceptedExitCodes: [1], signal };
  return isConfigTrue(await git.text(['config', '--get', 'core.sparseCheckout'], call), false);
}
