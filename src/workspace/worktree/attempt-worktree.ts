import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DiskTree } from '../files/disk-tree.ts';
import { listGitFiles } from '../files/file-listing.ts';
import { findBlockingParent } from '../files/blocking-parent.ts';
import { removeEmptyFolders, removeEntry, removeTree } from '../files/remove-tree.ts';
import { pathExists } from '../files/safe-path.ts';
import { GitError, splitFields } from '../git/git.ts';
import type { Git } from '../git/git.ts';
import { GITLINK_MODE, SYMLINK_MODE } from '../git/index-entries.ts';
import { listTree } from '../git/list-tree.ts';
import type { Snapshot } from '../git/snapshot.ts';
import { listChanges, readDiff } from '../git/tree-changes.ts';
import type { BoundedDiff, FileChange } from '../git/tree-changes.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import type { ProcessLock } from '../store/process-lock.ts';
import { copyIndex, splitIntoBatches } from '../store/user-index.ts';
import { applyOverlay, removeExtraFiles } from './overlay.ts';
import type { Overlay } from './overlay.ts';

export interface WorktreeSource {
  readonly store: PrivateRepository;
  readonly user: UserRepository | undefined;
  readonly topLevel: string;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** The commit that the worktree starts from. */
  readonly base: string;
  /** Ignored files to copy, relative to the workspace folder. */
  readonly copy: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** The worktree of an attempt as git and the file system see it. */
export interface WorktreeState {
  readonly id: string;
  /** The folder with all data of the attempt. */
  readonly home: string;
  readonly worktree: string;
  readonly gitDirectory: string;
  /** Uses `index`. */
  readonly git: Git;
  /**
   * The index that snapshots and checkouts use. Commands of the attempt use the index in `gitDirectory`, which is a copy, so
   * flags that they set there (assume-unchanged, skip-worktree) hide no changes.
   */
  readonly index: string;
  readonly lock: ProcessLock;
  readonly overlay: Overlay;
  readonly submodules: readonly string[];
  /** Files that a sparse checkout leaves out: in the commit but not on disk. */
  readonly skippedFiles: readonly string[];
}

export interface SnapshotOptions {
  /** Files, relative to the workspace folder, to include even if git ignores them. */
  readonly written?: Iterable<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The worktree of one attempt, in Holdfast's storage. Changes in it do not affect the user's tree or repository. */
export class AttemptWorktree implements AsyncDisposable {
  readonly id: string;
  /** Absolute path of the whole worktree. */
  readonly topLevel: string;
  /** Absolute path of the workspace folder in the worktree. */
  readonly root: string;
  readonly tree: DiskTree;
  /** Messages for the user, for example about copied submodules. */
  readonly notes: readonly string[];
  readonly #state: WorktreeState;
  readonly #source: WorktreeSource;
  readonly #includedFiles = new Set<string>();
  #disposal: Promise<void> | undefined;

  /** Use `openAttemptWorktree`. */
  constructor(state: WorktreeState, source: WorktreeSource, notes: readonly string[]) {
    this.id = state.id;
    this.topLevel = state.worktree;
    this.root = path.resolve(state.worktree, source.prefix);
    this.tree = new DiskTree(this.root, {
      listFiles: (signal) => listGitFiles(this.root, signal, state.git.with({}, this.root)),
    });
    this.notes = notes;
    this.#state = state;
    this.#source = source;
  }

  /**
   * Restores the base, or another commit, exactly: its files, the links to dependencies and the copied files. Removes
   * everything else, including ignored files.
   */
  async reset(commit: string = this.#source.base, signal?: AbortSignal): Promise<void> {
    this.#includedFiles.clear();
    const { git, worktree, gitDirectory, overlay } = this.#state;
    const { files, submodules } = await listCommit(git, commit, signal);
    await writeFile(path.join(worktree, '.git'), `gitdir: ${gitDirectory}\n`);
    await removeExtraFiles(worktree, files, submodules, overlay);
    await checkOutCommit(this.#state, this.#source.base, commit, signal);
    await applyOverlay(worktree, overlay);
  }

  /**
   * Restores the files of a commit and removes untracked files. Keeps ignored files: the results of setup commands and
   * build caches.
   */
  async checkout(commit: string, signal?: AbortSignal): Promise<void> {
    await checkOutCommit(this.#state, this.#source.base, commit, signal);
    await this.#removeUntracked(signal);
    await applyOverlay(this.#state.worktree, this.#state.overlay);
  }

  /**
   * Removes untracked files that are not ignored. A listed path can be a folder, since git lists a nested untracked
   * repository as one path.
   */
  async #removeUntracked(signal: AbortSignal | undefined): Promise<void> {
    const { git, worktree, overlay } = this.#state;
    const files = await git.fields(['ls-files', '-z', '--others', '--exclude-standard', '-x', 'node_modules'], {
      action: 'list untracked files',
      signal,
    });
    const folders = new Set<string>();
    for (const file of files) {
      if (overlay.has(file)) continue;
      await removeTree(path.join(worktree, file));
      folders.add(path.posix.dirname(file));
    }
    for (const folder of folders) await removeEmptyFolders(worktree, folder);
  }

  /** Includes a file of the workspace folder in later snapshots even if git ignores it. */
  includeInSnapshots(file: string): void {
    this.#includedFiles.add(file);
  }

  /** Whether changes of a path never land: it belongs to a submodule, a copied file or a dependency. */
  isExcludedFromLanding(file: string): boolean {
    const inTree = this.#source.prefix + file;
    if (this.#state.submodules.some((folder) => inTree.startsWith(`${folder}/`) || inTree === folder)) return true;
    const entry = this.#state.overlay.get(inTree);
    return entry !== undefined && entry.kind !== 'folder';
  }

  /** Creates a commit of the current files, with the base as its parent. */
  async snapshot({ written = [], signal }: SnapshotOptions = {}): Promise<Snapshot> {
    for (const file of written) this.includeInSnapshots(file);
    const git = this.#state.git;
    const action = 'create the snapshot';
    await this.#includeSkippedFiles(signal);
    // Dependencies are links into the user's tree. They are excluded even if an ignore file re-includes them.
    await git.call(['add', '-A', '--', '.', ':(top,exclude,glob)**/node_modules/**'], {
      action,
      env: { GIT_LITERAL_PATHSPECS: '0' },
      signal,
    });
    const included = await this.#listIncludedFiles();
    if (included.length > 0) {
      await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        action,
        input: included.map((file) => `${this.#source.prefix}${file}\0`).join(''),
        signal,
      });
    }
    await shareIndex(this.#state);
    const tree = await git.text(['write-tree', '--missing-ok'], { action, signal });
    const commit = await git.text(['commit-tree', tree, '-p', this.#source.base, '-m', `Attempt ${this.id}`], {
      action,
      signal,
    });
    return { commit, tree };
  }

  /**
   * Lists the included paths that git can add. It can add neither a folder nor a path through a link, which a command may
   * have created.
   */
  async #listIncludedFiles(): Promise<string[]> {
    const files: string[] = [];
    for (const file of this.#includedFiles) {
      if ((await findBlockingParent(this.root, file)) !== undefined) continue;
      if ((await this.tree.kindOf(file)) !== 'folder') files.push(file);
    }
    return files;
  }

  /** Includes the files that a sparse checkout leaves out and that exist now: the model or a command wrote them. */
  async #includeSkippedFiles(signal: AbortSignal | undefined): Promise<void> {
    const { git, worktree, skippedFiles } = this.#state;
    const present: string[] = [];
    for (const file of skippedFiles) if (await pathExists(path.join(worktree, file))) present.push(file);
    for (const batch of splitIntoBatches(present)) {
      const indexed = await git.fields(['ls-files', '-z', '--', ...batch], { action: 'prepare the index', signal });
      await updateSkipFlags(git, '--no-skip-worktree', indexed, signal);
    }
  }

  /** Lists the symbolic links of the base, relative to the workspace folder. */
  async listLinks(signal?: AbortSignal): Promise<string[]> {
    const { base, prefix } = this.#source;
    const entries = await listTree(this.#state.git, base, signal);
    return entries
      .filter(({ mode, path: file }) => mode === SYMLINK_MODE && file.startsWith(prefix))
      .map(({ path: file }) => file.slice(prefix.length));
  }

  /** Lists the files that differ between two commits, relative to the workspace folder, with renames detected. */
  async listChanges(from: string, to: string, signal?: AbortSignal): Promise<FileChange[]> {
    return listChanges(this.#source.store.git(), { from, to, prefix: this.#source.prefix, signal });
  }

  /** Reads the unified diff between two commits, up to a size limit. */
  async readDiff(from: string, to: string, signal?: AbortSignal): Promise<string> {
    return (await this.readBoundedDiff(from, to, signal)).text;
  }

  /** As `readDiff`; also reports whether the diff was cut. */
  async readBoundedDiff(from: string, to: string, signal?: AbortSignal): Promise<BoundedDiff> {
    return readDiff(this.#source.store.git(), { from, to, prefix: this.#source.prefix, signal });
  }

  /** Removes the worktree. Links are unlinked, never followed. */
  async dispose(): Promise<void> {
    this.#disposal ??= removeWorktree(this.#state.home, this.#state.gitDirectory, this.#state.lock);
    await this.#disposal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

export interface CommitListing {
  readonly files: ReadonlySet<string>;
  readonly submodules: readonly string[];
}

/** Lists the files and submodules of a commit. */
export async function listCommit(git: Git, commit: string, signal: AbortSignal | undefined): Promise<CommitListing> {
  const listed = await git.call(['ls-tree', '-r', '-z', '--full-tree', commit], {
    action: 'list the files of the commit',
    signal,
  });
  const files = new Set<string>();
  const submodules: string[] = [];
  for (const field of splitFields(listed.stdout)) {
    const file = field.slice(field.indexOf('\t') + 1);
    if (field.startsWith(GITLINK_MODE)) submodules.push(file);
    else files.add(file);
  }
  return { files, submodules };
}

/**
 * Checks out a commit with a detached HEAD. Discards changes that a command made to the index. Files that a sparse checkout
 * leaves out are checked out only if the commit differs from the base in them.
 */
export async function checkOutCommit(
  state: WorktreeState,
  base: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { git, gitDirectory, index, worktree, skippedFiles } = state;
  const action = 'check out the commit';
  await Promise.all([rm(path.join(gitDirectory, 'index.lock'), { force: true }), rm(`${index}.lock`, { force: true })]);
  await git.call(['update-ref', '--no-deref', 'HEAD', commit], { action, signal });
  if (skippedFiles.length === 0) {
    try {
      await git.call(['read-tree', '--reset', '-u', commit], { action, signal });
      await shareIndex(state);
      return;
    } catch (thrown) {
      // Files that a command left can block the checkout, which is repeated below without the index.
      if (!(thrown instanceof GitError)) throw thrown;
    }
  }
  await rm(index, { force: true });
  await git.call(['read-tree', commit], { action, signal });
  const compare = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', base, commit];
  const changed = new Set(await git.fields(compare, { action, signal }));
  const tracked = (await listCommit(git, commit, signal)).files;
  const skipped = skippedFiles.filter((file) => tracked.has(file) && !changed.has(file));
  for (const file of skipped) await removeEntry(path.join(worktree, file));
  await updateSkipFlags(git, '--skip-worktree', skipped, signal);
  await git.call(['checkout-index', '-a', '-f', '-u', '-q'], { action, signal });
  await shareIndex(state);
}

async function updateSkipFlags(
  git: Git,
  flag: '--skip-worktree' | '--no-skip-worktree',
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (files.length === 0) return;
  const input = files.map((file) => `${file}\0`).join('');
  await git.call(['update-index', '-z', flag, '--stdin'], { action: 'prepare the index', input, signal });
}

/** Replaces the index that commands of the attempt use with a copy of the attempt's own. */
async function shareIndex({ index, gitDirectory }: WorktreeState): Promise<void> {
  await rm(path.join(gitDirectory, 'index.lock'), { force: true });
  await copyIndex(index, path.join(gitDirectory, 'index'));
}

/** Removes the data of an attempt. Holds the lock as long as possible, so that no other process removes the same data. */
export async function removeWorktree(home: string, gitDirectory: string | undefined, lock: ProcessLock): Promise<void> {
  try {
    if (gitDirectory !== undefined) await removeTree(gitDirectory);
  } finally {
    // The lock is an open file in `home`. Windows cannot remove a folder with an open file.
    lock.release();
    await removeTree(home);
  }
}
