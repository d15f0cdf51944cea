import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { VisiblePaths } from '../confinement/confinement-rules.ts';
import { isWithin, pathExists } from '../files/safe-path.ts';
import { isObjectStore, listObjectStores } from '../holdout/concealed-folders.ts';
import { Git } from '../git/git.ts';
import { tryLock, withLock } from '../store/process-lock.ts';
import type { ProcessLock } from '../store/process-lock.ts';
import { AttemptWorktree } from './attempt-worktree.ts';
import type { WorktreeSource } from './attempt-worktree.ts';
import { checkOutCommit } from './check-out-commit.ts';
import type { WorktreeState } from './check-out-commit.ts';
import { isSameEntry, isSkipped, parseListing } from '../git/index-entries.ts';
import type { ListedEntry } from '../git/index-entries.ts';
import { readEntries } from '../git/list-tree.ts';
import { listCommit } from '../git/commit-listing.ts';
import type { CommitListing } from '../git/commit-listing.ts';
import { resolveSnapshot } from '../git/snapshot.ts';
import { removeWorktree } from './close-worktree.ts';
import { copyUntracked, copySubmodule } from './copied-files.ts';
import { findDependenciesAbove, mirrorDependencies } from './dependencies.ts';
import { applyOverlay, withParentFolders } from './overlay.ts';
import type { Overlay, OverlayEntry } from './overlay.ts';
import { listLinkedFolders } from './linked-packages.ts';
import { createGitDirectory, readManifest, restoreWorktree } from './restore-worktree.ts';
import type { TreeManifest } from './tree-manifest.ts';
import { takeWarmWorktree } from './warm-worktrees.ts';

/**
 * Opens the worktree of an attempt: the files of the base, links to the dependencies, and copies of ignored files. Resets a
 * warm worktree of an earlier attempt if there is one.
 */
export async function openAttemptWorktree(source: WorktreeSource): Promise<AttemptWorktree> {
  const { store, signal } = source;
  await store.ensure(signal);
  const skippedFiles = source.skippedFiles ?? (source.user === undefined ? [] : await listSkippedFiles(source, signal));
  const listing = source.listing ?? (await listCommit(store.git(), source.base, signal));
  // The files of submodules and of a sparse checkout are not objects of the base, which a reset by difference needs.
  const reuses = skippedFiles.length === 0 && listing.submodules.length === 0;
  const prepared = { skippedFiles, listing, reuses };
  if (!reuses) return openFromFolder(source, { ...prepared, folder: await createFolder(source, false) });
  const folder = await createFolder(source, true);
  try {
    return await openFromFolder(source, { ...prepared, folder });
  } catch (thrown) {
    if (folder.manifest === undefined || thrown instanceof CancelledError) throw thrown;
    const note = `The worktree of an earlier attempt was not used again: ${messageOf(thrown)}`;
    return openFromFolder(source, { ...prepared, folder: await createFolder(source, false) }, [note]);
  }
}

/** The folder of a new attempt, with the files of an earlier one if there is a manifest. */
interface AttemptFolder {
  readonly id: string;
  readonly home: string;
  readonly lock: ProcessLock;
  readonly manifest: TreeManifest | undefined;
}

async function createFolder({ store, topLevel, signal }: WorktreeSource, warm: boolean): Promise<AttemptFolder> {
  const id = randomBytes(6).toString('hex');
  const home = path.join(store.attemptsFolder, id);
  const action = 'create the worktree of the attempt';
  // The lock of all attempts prevents a cleanup from removing the folder before the lock of this attempt exists.
  return withLock(store.attemptsLock, { action, signal, waitMs: 30_000 }, async () => {
    const manifest = warm ? await takeWarmWorktree(store, home, treeName(topLevel)) : undefined;
    await mkdir(home, { recursive: true });
    const lock = await tryLock(path.join(home, 'lock'));
    if (lock === undefined) throw new HoldfastError('git', `Failed to ${action}: ${home} is in use`);
    return { id, home, lock, manifest };
  });
}

interface PreparedFolder {
  readonly skippedFiles: readonly string[];
  readonly listing: CommitListing;
  readonly reuses: boolean;
  readonly folder: AttemptFolder;
}

async function openFromFolder(
  source: WorktreeSource,
  { skippedFiles, listing, reuses, folder }: PreparedFolder,
  notesBefore: readonly string[] = [],
): Promise<AttemptWorktree> {
  const { store, base, signal } = source;
  const { id, home, lock, manifest: warm } = folder;
  const gitDirectory = path.join(store.directory, 'worktrees', id);
  try {
    const created = path.join(home, treeName(source.topLevel));
    await mkdir(created, { recursive: true });
    const worktree = await realpath(created);
    const state: WorktreeState = {
      id,
      home,
      worktree,
      rootFolder: source.prefix.replace(/\/$/, ''),
      gitDirectory,
      git: store.git({ workTree: worktree, gitDirectory, index: path.join(home, 'index') }),
      index: path.join(home, 'index'),
      lock,
      overlay: new Map(),
      submodules: [...listing.submodules],
      skippedFiles,
    };
    if (warm !== undefined) {
      const notes: string[] = [];
      const manifest = await restoreWorktree(state, {
        commit: base,
        list: () => Promise.resolve(listing),
        manifest: warm,
        fillOverlay: async () => {
          notes.push(...(await collectOverlay(state, source, listing)));
        },
        signal,
      });
      return new AttemptWorktree(state, source, { notes, manifest, listing, view: await viewOf(state, source) });
    }
    await createGitDirectory(state, base);
    await checkOutCommit(state, base, base, signal);
    const notes = [...notesBefore, ...(await collectOverlay(state, source, listing))];
    await applyOverlay(state.worktree, state.overlay);
    await mkdir(path.join(state.worktree, source.prefix), { recursive: true });
    const { tree } = await resolveSnapshot(state.git, base, signal);
    const manifest = reuses ? await readManifest(state, { tree, listing }) : undefined;
    return new AttemptWorktree(state, source, { notes, manifest, listing, view: await viewOf(state, source) });
  } catch (thrown) {
    await removeWorktree(home, gitDirectory, lock);
    throw thrown;
  }
}

/** Commands see what the worktree links to and its own repository, with the objects that the repository borrows. */
async function viewOf(
  { overlay, worktree, home }: WorktreeState,
  { holdout, hidden, store, user, topLevel }: WorktreeSource,
): Promise<VisiblePaths> {
  const linked = await listLinkedFolders(overlay, worktree, topLevel);
  const visible = [...linked, path.join(home, 'node_modules'), store.directory];
  if (holdout !== undefined) return { visible, hidden: [...holdout.hidden, ...hidden] };
  const objects = user === undefined ? [] : [path.join(user.commonDirectory, 'objects')];
  const borrowed: string[] = [];
  for (const store of (await Promise.all(objects.map((folder) => listObjectStores(folder)))).flat()) {
    if (await isObjectStore(store)) borrowed.push(store);
  }
  return { visible: [...visible, ...objects, ...borrowed], hidden };
}

function treeName(topLevel: string): string {
  return path.basename(topLevel) || 'tree';
}

/**
 * Lists the files that a sparse checkout leaves out: in the user's index but not on disk. A file that the base has with other
 * content is not left out: an earlier chunk wrote it.
 */
async function listSkippedFiles(
  { store, base, topLevel }: WorktreeSource,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const action = 'list the index';
  const { stdout } = await new Git(topLevel).call(['ls-files', '-z', '-v', '--stage'], { action, signal });
  const skipped: ListedEntry[] = [];
  for (const listed of parseListing(stdout)) {
    if (isSkipped(listed) && !(await pathExists(path.join(topLevel, listed.path)))) skipped.push(listed);
  }
  if (skipped.length === 0) return [];
  const paths = skipped.map((listed) => listed.path);
  const entries = await readEntries(store.git(), base, paths, { action, signal });
  return skipped.filter((listed) => isSameEntry(entries.get(listed.path), listed.entry)).map((listed) => listed.path);
}

/** Whether an entry is a left-out file of the user's tree, or links to one or to a folder that contains one. */
function leadsToLeftOut(
  { holdout }: WorktreeSource,
  repository: string,
  relative: string,
  entry: OverlayEntry,
): boolean {
  if (holdout === undefined) return false;
  const target = entry.kind === 'link' ? entry.target : entry.kind === 'file' ? entry.source : undefined;
  const paths = [relative];
  if (target !== undefined && path.isAbsolute(target) && isWithin(repository, target)) {
    paths.push(path.relative(repository, target).split(path.sep).join('/'));
  }
  return paths.some(
    (file) =>
      holdout.repository.isLeftOut(file) ||
      (entry.kind === 'link' && holdout.base.leftOut.some((leftOut) => leftOut.path.startsWith(`${file}/`))),
  );
}

/**
 * [CONF-1] The links of a base that lead packages out of the repository. What they lead to is neither shown nor copied: the
 * user widens what commands see, never a repository.
 */
async function findForeignLinks(repository: string, links: readonly string[]): Promise<readonly string[]> {
  const ofPackages = links.filter((link) => link.split('/').includes('node_modules'));
  const targets = await Promise.all(
    ofPackages.map((link) => realpath(path.join(repository, link)).catch(() => undefined)),
  );
  return ofPackages.filter((_, index) => {
    const target = targets[index];
    return target !== undefined && !isWithin(repository, target);
  });
}

/** Fills the overlay with dependencies, copied files and submodules. Returns notes for the user. */
async function collectOverlay(
  state: WorktreeState,
  source: WorktreeSource,
  { files, links, submodules }: CommitListing,
): Promise<string[]> {
  const repository = await realpath(source.topLevel);
  const tracked = withParentFolders(files);
  const foreign = await findForeignLinks(repository, links);
  const add = (overlay: Overlay): void => {
    for (const [relative, entry] of overlay) {
      if (leadsToLeftOut(source, repository, relative, entry)) continue;
      if (foreign.some((link) => relative === link || relative.startsWith(`${link}/`))) continue;
      // Tracked files take precedence: a repository may track packages in node_modules.
      if (entry.kind === 'folder' || !tracked.has(relative)) state.overlay.set(relative, entry);
    }
  };
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
    const packages = await mirrorDependencies({ folder: above, relative: '', repository, worktree });
    const allowed = [...packages].filter(([relative, entry]) => !leadsToLeftOut(source, repository, relative, entry));
    await applyOverlay(state.home, new Map(allowed));
  }
  const store = path.join(state.home, 'copies');
  const isLeftOut = (file: string): boolean => source.holdout?.repository.isLeftOut(file) === true;
  const folder = path.join(repository, source.prefix);
  add(await copyUntracked({ folder, prefix: source.prefix, store, isLeftOut }, source.copy, files));
  const notes: string[] = [];
  for (const submodule of submodules) {
    const copied = await copySubmodule(
      { folder: path.join(repository, submodule), prefix: `${submodule}/`, store, isLeftOut },
      source.signal,
    );
    add(copied);
    if (copied.size > 0)
      notes.push(`The submodule ${submodule} is read-only in the attempt. Changes to it do not land.`);
  }
  return notes;
}
