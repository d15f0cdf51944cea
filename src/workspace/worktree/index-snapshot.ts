import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { readHead } from '../git/commits.ts';
import { Git, splitFields } from '../git/git.ts';
import type { Base } from '../git/snapshot.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import { copyIndex } from '../store/user-index.ts';

export interface IndexSource {
  readonly user: UserRepository;
  readonly store: PrivateRepository;
  /** Absolute path of the index. Default: the index of the work tree. */
  readonly indexFile?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes exactly the user's index as a commit of the private repository: a partially staged file has its staged content. The
 * index is copied and never opened for writing. A file that is only announced (`git add --intent-to-add`) is left out, as in
 * a commit.
 *
 * @throws HoldfastError `git` if the index contains unmerged files
 */
export async function createIndexSnapshot({ user, store, indexFile, signal }: IndexSource): Promise<Base> {
  await store.ensure(signal);
  const index = path.join(store.temporaryFolder, `index-${randomUUID()}`);
  try {
    await copyIndex(indexFile ?? path.join(user.gitDirectory, 'index'), index);
    // The user's git finds the other file of a split index. Only new objects go to the private repository.
    const git = new Git(user.topLevel, {
      GIT_INDEX_FILE: index,
      GIT_OBJECT_DIRECTORY: path.join(store.directory, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteAlternate(path.join(user.commonDirectory, 'objects')),
    });
    await requireMerged(git, signal);
    const action = 'read the index';
    const tree = await git.text(['write-tree', '--missing-ok'], { action, signal });
    const userGit = new Git(user.topLevel);
    const { commit: head, ref: headRef } = await readHead(userGit, signal);
    const parent = head === undefined ? [] : ['-p', head];
    const commit = await store.git().text(['commit-tree', tree, ...parent, '-m', 'The index'], { action, signal });
    return { commit, tree, notes: [], leftOut: [], absent: [], converted: [], hidden: [], headRef };
  } finally {
    await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
  }
}

async function requireMerged(git: Git, signal: AbortSignal | undefined): Promise<void> {
  const { stdout } = await git.call(['ls-files', '-z', '--unmerged'], { action: 'read the index', signal });
  const files = [...new Set(splitFields(stdout).map((line) => line.slice(line.indexOf('\t') + 1)))];
  if (files.length === 0) return;
  throw new HoldfastError(
    'git',
    `Failed to read the index: it has ${formatCount(files.length, 'unmerged file')}, for example ${files[0] ?? ''}`,
    { hint: 'Resolve the conflicts and stage the files with "git add".' },
  );
}

/** A path in a list of folders. Git separates them like PATH, and reads a quoted entry literally. */
function quoteAlternate(folder: string): string {
  return folder.includes(path.delimiter) || folder.startsWith('"') ? JSON.stringify(folder) : folder;
}
