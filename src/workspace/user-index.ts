/** Copies of the user's index. The index itself is only ever replaced as a whole, under git's own lock. */
import { copyFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Git } from './git.ts';
import { indexInfo, readListing, sameEntry } from './index-entries.ts';
import type { Entry } from './index-entries.ts';
import type { JournalCommit } from './journal.ts';
import type { UserRepository } from './private-repository.ts';
import { isMissing } from './safe-path.ts';

/**
 * Copies an index together with its age, rounded down: git trusts an entry only where the file is older than the
 * index, so a copy that looked younger would hide a change made in the same moment.
 */
export async function copyIndex(from: string, to: string): Promise<boolean> {
  let seconds: number;
  try {
    seconds = Math.floor((await stat(from)).mtimeMs / 1000);
    await copyFile(from, to);
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
  await utimes(to, seconds, seconds);
  return true;
}

/**
 * Writes a copy of the user's index in which the entries of the landed files are the commit's; all others stay as
 * they are. An entry that is neither what it was nor what it is to be belongs to the user and stays too.
 */
export async function writeIndex(
  user: UserRepository,
  commit: JournalCommit,
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  await copyIndex(path.join(user.gitDirectory, 'index'), target);
  const git = new Git(user.topLevel, { GIT_INDEX_FILE: target, GIT_LITERAL_PATHSPECS: '1' });
  const current = new Map<string, Entry>();
  for (const some of batches(commit.index.map(({ path: file }) => file))) {
    const listed = await git.call(['ls-files', '-z', '-t', '--stage', '--', ...some], {
      what: 'read the index',
      signal,
    });
    for (const { path: file, entry } of readListing(listed.stdout)) if (entry !== undefined) current.set(file, entry);
  }
  const changed = commit.index.filter(({ path: file, before }) => {
    return sameEntry(current.get(file), before);
  });
  await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--index-info'], {
    what: 'update the index',
    input: indexInfo(
      [...changed]
        .sort((one, other) => Number(one.after !== undefined) - Number(other.after !== undefined))
        .map(({ path: file, after }) => [file, after] as const),
      '0'.repeat(commit.after.length),
    ),
    signal,
  });
}

/** Paths for a command line, which has a greatest length. */
export function* batches(files: readonly string[]): Generator<string[]> {
  for (let start = 0; start < files.length; start += 100) yield files.slice(start, start + 100);
}
