import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../shared/errors.ts';
import { pathExists } from '../files/safe-path.ts';
import { Git } from '../git/git.ts';
import { tryLock, withLock } from '../store/process-lock.ts';
import { AttemptWorktree, removeWorktree } from './attempt-worktree.ts';
import type { WorktreeSource } from './attempt-worktree.ts';
import { checkOutCommit, listCommit } from './check-out-commit.ts';
import type { CommitListing, WorktreeState } from './check-out-commit.ts';
import { copyUntracked, copySubmodule } from './copied-files.ts';
import { findDependenciesAbove, mirrorDependencies } from './dependencies.ts';
import { applyOverlay, withParentFolders } from './overlay.ts';
import type { Overlay } from './overlay.ts';

/** Creates the worktree of an attempt: the files of the base, links to the dependencies, and copies of ignored files. */
export async function openAttemptWorktree(source: WorktreeSource): Promise<AttemptWorktree> {
  const { store, signal } = source;
  await store.ensure(signal);
  const id = randomBytes(6).toString('hex');
  const home = path.join(store.attemptsFolder, id);
  const action = 'create the worktree of the attempt';
  // The lock of all attempts prevents a cleanup from removing the folder before the lock of this attempt exists.
  const lock = await withLock(store.attemptsLock, { action, signal, waitMs: 30_000 }, async () => {
    await mkdir(home, { recursive: true });
    return tryLock(path.join(home, 'lock'));
  });
  if (lock === undefined) throw new HoldfastError('git', `Failed to ${action}: ${home} is in use`);
  let gitDirectory: string | undefined;
  try {
    const worktree = path.join(home, path.basename(source.topLevel) || 'tree');
    await store.git().call(['worktree', 'add', '--detach', '--no-checkout', worktree, source.base], { action, signal });
    gitDirectory = (await readFile(path.join(worktree, '.git'), 'utf8')).replace(/^gitdir: /, '').trim();
    const listing = await listCommit(store.git(), source.base, signal);
    const state: WorktreeState = {
      id,
      home,
      worktree: await realpath(worktree),
      gitDirectory,
      git: store.git({ workTree: worktree, gitDirectory, index: path.join(home, 'index') }),
      index: path.join(home, 'index'),
      lock,
      overlay: new Map(),
      submodules: [...listing.submodules],
      skippedFiles: source.user === undefined ? [] : await listSkippedFiles(source.topLevel, signal),
    };
    await checkOutCommit(state, source.base, source.base, signal);
    const notes = await collectOverlay(state, source, listing);
    await applyOverlay(state.worktree, state.overlay);
    await mkdir(path.join(state.worktree, source.prefix), { recursive: true });
    return new AttemptWorktree(state, source, notes);
  } catch (thrown) {
    await removeWorktree(home, gitDirectory, lock);
    throw thrown;
  }
}

/** Lists the files that a sparse checkout leaves out: in the user's index but not on disk. */
async function listSkippedFiles(topLevel: string, signal: AbortSignal | undefined): Promise<string[]> {
  const fields = await new Git(topLevel).fields(['ls-files', '-z', '-t'], { action: 'list the index', signal });
  const skipped: string[] = [];
  for (const field of fields) {
    if (field.startsWith('S ') && !(await pathExists(path.join(topLevel, field.slice(2)))))
      skipped.push(field.slice(2));
  }
  return skipped;
}

/** Fills the overlay with dependencies, copied files and submodules. Returns notes for the user. */
async function collectOverlay(
  state: WorktreeState,
  source: WorktreeSource,
  { files, submodules }: CommitListing,
): Promise<string[]> {
  const tracked = withParentFolders(files);
  const add = (overlay: Overlay): void => {
    for (const [relative, entry] of overlay) {
      // Tracked files take precedence: a repository may track packages in node_modules.
      if (entry.kind === 'folder' || !tracked.has(relative)) state.overlay.set(relative, entry);
    }
  };
  const repository = await realpath(source.topLevel);
  const { worktree } = state;
  const packageFolders = new Set(['', source.prefix.replace(/\/$/, '')]);
  for (const file of files) {
    if (file.endsWith('/package.json')) packageFolders.add(file.slice(0, -'/package.json'.length));
  }
  await Promise.all(
    [...packageFolders].map(async (relative) =>
      add(await mirrorDependencies({ folder: path.join(repository, relative), relative, repository, worktree })),
    ),
  );
  const above = await findDependenciesAbove(repository);
  if (above !== undefined) {
    await applyOverlay(state.home, await mirrorDependencies({ folder: above, relative: '', repository, worktree }));
  }
  const store = path.join(state.home, 'copies');
  const folder = path.join(repository, source.prefix);
  add(await copyUntracked({ folder, prefix: source.prefix, store }, source.copy, files));
  const notes: string[] = [];
  for (const submodule of submodules) {
    const copied = await copySubmodule(
      { folder: path.join(repository, submodule), prefix: `${submodule}/`, store },
      source.signal,
    );
    add(copied);
    if (copied.size > 0)
      notes.push(`The submodule ${submodule} is read-only in the attempt. Changes to it do not land.`);
  }
  return notes;
}
