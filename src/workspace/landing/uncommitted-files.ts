import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathExists } from '../files/safe-path.ts';
import { splitIntoBatches } from '../git/batch-reads.ts';
import type { Git } from '../git/git.ts';
import { isAssumedUnchanged, isSkipped, parseListing, type ListedEntry } from '../git/index-entries.ts';
import type { UserRepository } from '../store/private-repository.ts';
import { copyIndex } from '../store/user-index.ts';

const ACTION = 'look for uncommitted changes';

export interface UncommittedFiles {
  /** Sorted, relative to the top level. */
  readonly files: readonly string[];
  /** The files whose changes git does not show, because they are assumed unchanged or skip the work tree. */
  readonly hidden: readonly string[];
}

/**
 * The files in which the user has uncommitted changes, among the given ones. Ignored and untracked files count, as do files
 * whose changes git is configured to ignore.
 *
 * @param git the user's repository, with literal pathspecs
 * @param files relative to the top level
 * @param temporaryFolder an absolute path; it need not exist
 */
export async function listUncommittedFiles(
  git: Git,
  user: UserRepository,
  files: readonly string[],
  temporaryFolder: string,
  signal?: AbortSignal,
): Promise<UncommittedFiles> {
  const changed = new Set(await listStatus(git, files, signal));
  const marked: ListedEntry[] = [];
  for (const batch of splitIntoBatches(files)) {
    const listed = await git.call(['ls-files', '-z', '-v', '--stage', '--', ...batch], { action: ACTION, signal });
    for (const entry of parseListing(listed.stdout)) {
      if (!isAssumedUnchanged(entry) && !isSkipped(entry)) continue;
      // A sparse checkout leaves the file out, so the user has no changes in it.
      const isLeftOut = entry.tag === 'S' && !(await pathExists(path.join(user.topLevel, entry.path)));
      if (!isLeftOut) marked.push(entry);
    }
  }
  if (marked.length === 0) return { files: [...changed].sort(), hidden: [] };
  const unmarked = await listUnmarkedStatus(git, user, marked, temporaryFolder, signal);
  const hidden = unmarked.filter((file) => !changed.has(file));
  return { files: [...changed, ...hidden].sort(), hidden };
}

/** The files that `git status` lists, among the given ones. */
async function listStatus(git: Git, files: readonly string[], signal: AbortSignal | undefined): Promise<string[]> {
  const options = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching'];
  const listed: string[] = [];
  for (const batch of splitIntoBatches(files)) {
    const status = await git.fields(['status', ...options, '--', ...batch], { action: ACTION, signal });
    listed.push(...status.map((field) => field.slice(3)));
  }
  return listed;
}

/** As `listStatus` for marked files, with a copy of the index in which they are not marked. */
async function listUnmarkedStatus(
  git: Git,
  { gitDirectory }: UserRepository,
  marked: readonly ListedEntry[],
  temporaryFolder: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  await mkdir(temporaryFolder, { recursive: true });
  const index = path.join(temporaryFolder, `unmarked-${randomUUID()}`);
  const own = git.with({ GIT_INDEX_FILE: index });
  try {
    await copyIndex(path.join(gitDirectory, 'index'), index);
    const files = marked.map(({ path: file }) => file);
    for (const flag of ['--no-assume-unchanged', '--no-skip-worktree']) {
      const input = files.map((file) => `${file}\0`).join('');
      await own.call(['update-index', '-z', flag, '--stdin'], { action: ACTION, input, signal });
    }
    return await listStatus(own, files, signal);
  } finally {
    await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
  }
}
