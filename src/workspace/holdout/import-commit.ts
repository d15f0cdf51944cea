import path from 'node:path';
import { resolveSnapshot, type Snapshot } from '../git/snapshot.ts';
import { Git } from '../git/git.ts';
import { copyObjects } from './copy-objects.ts';
import type { PrivateRepository } from '../store/private-repository.ts';

/**
 * Copies a snapshot from Holdfast's repository of another worktree. Both read the objects of the same user's repository, so
 * only what the snapshot adds to its parents is copied.
 *
 * @param directory absolute path of the git directory with the snapshot
 */
export async function importCommit(
  store: PrivateRepository,
  { directory, commit }: { readonly directory: string; readonly commit: string },
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  if (directory !== store.directory) {
    const from = new Git(store.directory, {
      // The configuration of the other one could name programs, and a record that an agent can write may name it.
      GIT_DIR: store.directory,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: path.join(directory, 'objects'),
    });
    const action = 'list the files of the other worktree';
    const list = ['rev-list', '--objects', '--no-object-names', commit, '--not', `${commit}^@`];
    const objects = (await from.text(list, { action, signal })).split('\n').filter((object) => object !== '');
    await copyObjects({ from, to: store, objects, separately: true, signal });
  }
  return resolveSnapshot(store.git(), commit, signal);
}

/** The best common ancestor of two commits; `undefined` if there is none. */
export async function findMergeBase(
  git: Git,
  one: string,
  other: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const call = { action: 'find the common commit', acceptedExitCodes: [1], signal };
  const base = await git.text(['merge-base', one, other], call);
  return base === '' ? undefined : base;
}
