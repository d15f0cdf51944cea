import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DiskTree } from '../files/disk-tree.ts';
import { listGitFiles } from '../files/file-listing.ts';
import { removeEmptyFolders, removeTree } from '../files/remove-tree.ts';
import { GitError, splitFields } from '../git/git.ts';
import type { Git } from '../git/git.ts';
import { GITLINK_MODE, SYMLINK_MODE } from '../git/index-entries.ts';
import type { Snapshot } from '../git/snapshot.ts';
import { listChanges, readDiff } from '../git/tree-changes.ts';
import type { BoundedDiff, FileChange } from '../git/tree-changes.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import type { ProcessLock } from '../store/process-lock.ts';
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
  readonly git: Git;
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
    await checkOutCommit(this.#state, commit, signal);
    await applyOverlay(worktree, overlay);
  }

  /**
   * Restores the files of a commit and removes untracked files. Keeps ignored files: the results of setup commands and
   * build caches.
   */
  async checkout(commit: string, signal?: AbortSignal): Promise<void> {
    await checkOutCommit(this.#state, commit, signal);
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
    const tree = await git.text(['write-tree', '--missing-ok'], { action, signal });
    const commit = await git.text(['commit-tree', tree, '-p', this.#source.base, '-m', `Attempt ${this.id}`], {
      action,
      signal,
    });
    return { commit, tree };
  }

  /** Lists the included paths that are not folders. A folder itself cannot be added to the index. */
  async #listIncludedFiles(): Promise<string[]> {
    const files: string[] = [];
    for (const file of this.#includedFiles) if ((await this.tree.kindOf(file)) !== 'folder') files.push(file);
    return files;
  }

  /** Lists the symbolic links of the base, relative to the workspace folder. */
  async listLinks(signal?: AbortSignal): Promise<string[]> {
    const { base, prefix } = this.#source;
    const action = 'list the symbolic links of the base';
    const entries = await this.#state.git.fields(['ls-tree', '-r', '-z', '--full-tree', base], { action, signal });
    return entries
      .filter((entry) => entry.startsWith(SYMLINK_MODE))
      .map((entry) => entry.slice(entry.indexOf('\t') + 1))
      .filter((file) => file.startsWith(prefix))
      .map((file) => file.slice(prefix.length));
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

/** Checks out a commit with a detached HEAD. Discards changes that a command made to the index. */
export async function checkOutCommit(
  state: WorktreeState,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { git, gitDirectory } = state;
  const action = 'check out the commit';
  await rm(path.join(gitDirectory, 'index.lock'), { force: true });
  await git.call(['update-ref', '--no-deref', 'HEAD', commit], { action, signal });
  if (state.skippedFiles.length === 0) {
    try {
      await git.call(['read-tree', '--reset', '-u', commit], { action, signal });
      return;
    } catch (thrown) {
      // A command may have damaged the index, which is created again below.
      if (!(thrown instanceof GitError)) throw thrown;
    }
  }
  await rm(path.join(gitDirectory, 'index'), { force: true });
  await git.call(['read-tree', commit], { action, signal });
  const tracked = (await listCommit(git, commit, signal)).files;
  const skipped = state.skippedFiles.filter((file) => tracked.has(file));
  if (skipped.length > 0) {
    await git.call(['update-index', '-z', '--skip-worktree', '--stdin'], {
      action,
      input: skipped.map((file) => `${file}\0`).join(''),
      signal,
    });
  }
  await git.call(['checkout-index', '-a', '-f', '-u', '-q'], { action, signal });
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
