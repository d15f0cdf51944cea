/**
 * The content of the files of a landing, before and after it, as an undo needs it: raw bytes, like a snapshot of the work
 * tree. A landing is kept as two commits with only its files. A commit that another clone or work tree landed is read from
 * the user's repository instead, as a checkout would write it.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { compareTrees } from '../git/compare-trees.ts';
import { emptyTreeOf } from '../git/empty-tree.ts';
import { Git, GitError } from '../git/git.ts';
import { formatIndexInfo, isFileMode, parseTreeChanges, SYMLINK_MODE } from '../git/index-entries.ts';
import type { TreeChange, TreeEntry } from '../git/index-entries.ts';
import { commitSnapshot, resolveSnapshot, type Snapshot } from '../git/snapshot.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';

/** Not below `refs/holdfast/`, where names are ids of runs or folders of ids. */
const LANDING_REFS = 'refs/holdfast-landings/';

const ACTION = 'read the files of the landing';

/** Trees with only the files of a landing. */
export interface LandedTrees {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * Keeps the files that differ between two snapshots of the private repository. Keeping the same landing again replaces it.
 *
 * @param id the id of the landing: letters and digits
 */
export async function keepLandedTrees(store: PrivateRepository, id: string, trees: LandedTrees): Promise<void> {
  const git = store.git();
  const call = { action: 'keep the files of the landing' };
  const { after } = await writeTrees(store, await compareTrees(git, trees.before.tree, trees.after.tree, call));
  await git.call(['update-ref', LANDING_REFS + id, after.commit], call);
}

/** Reads a kept landing; `undefined` if this work tree has none with this id. */
export async function readLandedTrees(
  store: PrivateRepository,
  id: string,
  signal?: AbortSignal,
): Promise<LandedTrees | undefined> {
  const git = store.git();
  const ref = LANDING_REFS + id;
  const found = await git.call(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
    action: ACTION,
    acceptedExitCodes: [1],
    signal,
  });
  if (found.exitCode !== 0) return undefined;
  return {
    before: await resolveSnapshot(git, `${ref}^1`, signal),
    after: await resolveSnapshot(git, ref, signal),
  };
}

/**
 * Reads the files of a commit and of its first parent, converted as in a checkout.
 * Returns `undefined` if the repository does not have the commit.
 */
export async function readCommittedTrees(
  store: PrivateRepository,
  user: UserRepository,
  commit: string,
  signal?: AbortSignal,
): Promise<LandedTrees | undefined> {
  const git = new Git(user.topLevel);
  let output: Buffer;
  try {
    const arguments_ = ['diff-tree', '--root', '-r', '-z', '-m', '--first-parent', '--no-commit-id', '--no-renames'];
    output = (await git.call([...arguments_, '--raw', '--no-abbrev', commit], { action: ACTION, signal })).stdout;
  } catch (thrown) {
    if (thrown instanceof GitError) return undefined;
    throw thrown;
  }
  const changes: TreeChange[] = [];
  const convert = async (file: string, entry: TreeEntry | undefined): Promise<TreeEntry | undefined> => {
    if (entry === undefined || !(isFileMode(entry.mode) || entry.mode === SYMLINK_MODE)) return entry;
    // A link has no filters.
    const filters = isFileMode(entry.mode) ? ['--filters', `--path=${file}`] : ['blob'];
    const content = await git.call(['cat-file', ...filters, entry.object], { action: ACTION, signal });
    const object = await store.git().text(['hash-object', '-w', '--no-filters', '--stdin'], {
      action: ACTION,
      input: content.stdout,
      signal,
    });
    return { mode: entry.mode, object };
  };
  for (const { path: file, before, after } of parseTreeChanges(output)) {
    changes.push({ path: file, before: await convert(file, before), after: await convert(file, after) });
  }
  return writeTrees(store, changes);
}

const SIDES = ['before', 'after'] as const;

/** Writes two commits: one with the entries before the changes, and its child with those after them. */
async function writeTrees(store: PrivateRepository, changes: readonly TreeChange[]): Promise<LandedTrees> {
  const action = 'keep the files of the landing';
  const [before, after] = await writeSides(store, changes, action);
  const git = store.git();
  const message = 'Landing';
  const first = await commitSnapshot(git, { tree: before, parents: [], message, action });
  return {
    before: first,
    after: await commitSnapshot(git, { tree: after, parents: [first.commit], message, action }),
  };
}

/** Writes the trees before and after the changes. Each is a folder of one temporary index. */
async function writeSides(
  store: PrivateRepository,
  changes: readonly TreeChange[],
  action: string,
): Promise<readonly [before: string, after: string]> {
  const index = path.join(store.temporaryFolder, `index-${randomUUID()}`);
  const git = store.git({ index });
  const entries = changes.flatMap((change) =>
    SIDES.flatMap((side) => {
      const entry = change[side];
      return entry === undefined ? [] : [[`${side}/${change.path}`, entry] as const];
    }),
  );
  const [, first] = entries[0] ?? [];
  try {
    if (first === undefined) {
      const empty = await git.text(['mktree'], { action, input: '' });
      return [empty, empty];
    }
    await git.call(['update-index', '-z', '--index-info'], { action, input: formatIndexInfo(entries, '') });
    const write = async (side: (typeof SIDES)[number]): Promise<string> => {
      if (changes.every((change) => change[side] === undefined)) return emptyTreeOf(first.object);
      return git.text(['write-tree', '--missing-ok', `--prefix=${side}/`], { action });
    };
    return [await write('before'), await write('after')];
  } finally {
    await rm(index, { force: true });
  }
}
