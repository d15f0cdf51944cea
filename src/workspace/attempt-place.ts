/** The work tree of an attempt as git and the disk see it: how it is filled, cleaned and put back. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanTree } from './clean-tree.ts';
import { Git, GitError, splitFields } from './git.ts';
import { GITLINK_MODE } from './index-entries.ts';
import type { ProcessLock } from './process-lock.ts';
import { removeEmptyFolders, removeTree } from './remove-tree.ts';
import { isThere } from './safe-path.ts';
import { placeParts } from './tree-parts.ts';
import type { TreeParts } from './tree-parts.ts';

export interface AttemptPlace {
  readonly id: string;
  /** Everything of this attempt. */
  readonly home: string;
  readonly worktree: string;
  readonly gitDirectory: string;
  readonly git: Git;
  readonly lock: ProcessLock;
  readonly parts: TreeParts;
  readonly submodules: readonly string[];
  /** Paths of a sparse checkout that are in the commit and not on disk. */
  readonly absent: readonly string[];
}

/** Paths of a sparse checkout: in the user's index, and not on disk. */
export async function absentFiles(topLevel: string, signal: AbortSignal | undefined): Promise<string[]> {
  const fields = await new Git(topLevel).fields(['ls-files', '-z', '-t'], {
    what: 'list the index',
    signal: signal,
  });
  const absent: string[] = [];
  for (const field of fields) {
    if (field.startsWith('S ') && !(await isThere(path.join(topLevel, field.slice(2))))) absent.push(field.slice(2));
  }
  return absent;
}

export interface TreeListing {
  readonly files: ReadonlySet<string>;
  readonly submodules: readonly string[];
}

export async function listTree(git: Git, commit: string, signal: AbortSignal | undefined): Promise<TreeListing> {
  const answer = await git.call(['ls-tree', '-r', '-z', '--full-tree', commit], {
    what: 'list the files of the commit',
    signal,
  });
  const files = new Set<string>();
  const submodules: string[] = [];
  for (const field of splitFields(answer.stdout)) {
    const file = field.slice(field.indexOf('\t') + 1);
    if (field.startsWith(GITLINK_MODE)) submodules.push(file);
    else files.add(file);
  }
  return { files, submodules };
}

export async function resetPlace(place: AttemptPlace, commit: string, signal: AbortSignal | undefined): Promise<void> {
  const { files, submodules } = await listTree(place.git, commit, signal);
  await writeFile(path.join(place.worktree, '.git'), `gitdir: ${place.gitDirectory}\n`);
  await cleanTree(place.worktree, files, submodules, place.parts);
  await checkOut(place, commit, signal);
  await placeParts(place.worktree, place.parts);
}

/** Writes the files of a commit and lets HEAD name it; whatever a command did to the index is undone. */
export async function checkOut(place: AttemptPlace, commit: string, signal: AbortSignal | undefined): Promise<void> {
  const { git, gitDirectory } = place;
  await rm(path.join(gitDirectory, 'index.lock'), { force: true });
  await git.call(['update-ref', '--no-deref', 'HEAD', commit], { what: 'check out the commit', signal });
  if (place.absent.length === 0) {
    try {
      await git.call(['read-tree', '--reset', '-u', commit], { what: 'check out the commit', signal });
      return;
    } catch (thrown) {
      if (!(thrown instanceof GitError)) throw thrown;
      // An index that a command left broken is written anew.
    }
  }
  await rm(path.join(gitDirectory, 'index'), { force: true });
  await git.call(['read-tree', commit], { what: 'check out the commit', signal });
  const tracked = (await listTree(git, commit, signal)).files;
  const absent = place.absent.filter((file) => tracked.has(file));
  if (absent.length > 0) {
    await git.call(['update-index', '-z', '--skip-worktree', '--stdin'], {
      what: 'check out the commit',
      input: absent.map((file) => `${file}\0`).join(''),
      signal,
    });
  }
  await git.call(['checkout-index', '-a', '-f', '-u', '-q'], { what: 'check out the commit', signal });
}

/** Untracked files that are not ignored. An untracked repository is listed as a folder. */
export async function removeUntracked(place: AttemptPlace, signal: AbortSignal | undefined): Promise<void> {
  const files = await place.git.fields(['ls-files', '-z', '--others', '--exclude-standard', '-x', 'node_modules'], {
    what: 'list what commands have left',
    signal,
  });
  const folders = new Set<string>();
  for (const file of files) {
    if (place.parts.has(file)) continue;
    await removeTree(path.join(place.worktree, file));
    folders.add(path.posix.dirname(file));
  }
  for (const folder of folders) await removeEmptyFolders(place.worktree, folder);
}
