import { homedir } from 'node:os';
import path from 'node:path';
import type { VisiblePaths } from '../confinement/confinement-rules.ts';
import { userPaths } from '../confinement/path-rules.ts';
import { DiskTree } from '../files/disk-tree.ts';
import { listGitFiles } from '../files/file-listing.ts';
import { findBlockingParent } from '../files/blocking-parent.ts';
import { removeEmptyFolders, removeTree } from '../files/remove-tree.ts';
import { pathExists } from '../files/safe-path.ts';
import type { TreeLimit } from '../files/source-tree.ts';
import { commitSnapshot, type Snapshot } from '../git/snapshot.ts';
import { listChanges, readDiff } from '../git/tree-changes.ts';
import type { BoundedDiff, FileChange } from '../git/tree-changes.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import { splitIntoBatches } from '../git/batch-reads.ts';
import { checkOutCommit, shareIndex, updateSkipFlags } from './check-out-commit.ts';
import type { WorktreeState } from './check-out-commit.ts';
import { CommitListings } from './commit-listing.ts';
import type { CommitListing } from '../git/commit-listing.ts';
import { listLinkedFolders, readPackageState } from './linked-packages.ts';
import type { PackageState } from './linked-packages.ts';
import type { OpenedHoldout } from '../holdout/isolated-repositories.ts';
import type { ReducedCommit } from '../holdout/isolated-repository.ts';
import { closeWorktree } from './close-worktree.ts';
import { listOversizedFiles } from './oversized-files.ts';
import { applyOverlay, removeExtraFiles } from './overlay.ts';
import { createGitDirectory, restoreWorktree } from './restore-worktree.ts';
import { createTreeLimit } from './tree-limit.ts';
import type { TreeManifest } from './tree-manifest.ts';

export interface WorktreeSource {
  readonly store: PrivateRepository;
  readonly user: UserRepository | undefined;
  readonly topLevel: string;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** The commit of `store` that the worktree starts from. */
  readonly base: string;
  /** The files of the base, if they are known. */
  readonly listing?: CommitListing | undefined;
  /** The tracked files that a sparse checkout does not write to disk, if they are known. */
  readonly skippedFiles?: readonly string[] | undefined;
  /** What the worktree leaves out; `store` is then isolated. */
  readonly holdout?: WorktreeHoldout | undefined;
  /** Ignored files to copy, relative to the workspace folder. */
  readonly copy: readonly string[];
  /** Absolute paths outside the repository that commands must not see. */
  readonly hidden: readonly string[];
  /** Texts of the left-out files and of the files in `hidden` that no file of the base contains. */
  readonly hiddenTexts: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Called when the worktree has been removed. */
  readonly onDisposed?: (() => void) | undefined;
}

/** The files that a worktree leaves out. Callers of the worktree use commits of the original repository. */
export interface WorktreeHoldout extends OpenedHoldout {
  /** The repository of the commits that callers use. */
  readonly original: PrivateRepository;
  /** The commit of the original repository that the worktree starts from. */
  readonly originalBase: string;
  /** Absolute paths of folders that contain the left-out files or their history. */
  readonly hidden: readonly string[];
}

export interface SnapshotOptions {
  /** Files, relative to the workspace folder, to include even if git ignores them. */
  readonly written?: Iterable<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The files of an attempt at one moment. */
export interface AttemptSnapshot extends Snapshot {
  /** Files of the worktree that are too large for a snapshot, relative to the top level. */
  readonly leftOut: readonly string[];
}

/** What opening a worktree found out. */
export interface OpenedWorktree {
  readonly notes: readonly string[];
  readonly manifest: TreeManifest | undefined;
  /** The files of the base. */
  readonly listing: CommitListing;
  /** What commands see besides the worktree. */
  readonly view: VisiblePaths;
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
  /** What commands in the worktree see besides it: its packages and its repository, without the left-out files. */
  readonly view: VisiblePaths;
  readonly #state: WorktreeState;
  readonly #source: WorktreeSource;
  readonly #includedFiles = new Set<string>();
  /** The state after the last reset; `undefined` if a reset failed, or if the worktree cannot be reset by difference. */
  #manifest: TreeManifest | undefined;
  readonly #listings: CommitListings;
  /** Whether the worktree has its base and nothing ran in it since it was opened. */
  #isUnused = true;
  /** The commit that was checked out last, if files are left out. */
  #current: ReducedCommit | undefined;
  #disposal: Promise<void> | undefined;

  /** Use `openAttemptWorktree`. */
  constructor(state: WorktreeState, source: WorktreeSource, { notes, manifest, listing, view }: OpenedWorktree) {
    this.id = state.id;
    this.topLevel = state.worktree;
    this.root = path.resolve(state.worktree, source.prefix);
    this.tree = new DiskTree(this.root, {
      listFiles: (signal) => listGitFiles(this.root, signal, state.git.with({}, this.root)),
    });
    this.notes = notes;
    this.view = view;
    this.#manifest = manifest;
    this.#state = state;
    this.#source = source;
    this.#listings = new CommitListings(state.git, { commit: source.base, listing });
    this.#current = source.holdout?.base;
  }

  /** The commit that the worktree starts from, as callers use it. */
  get #base(): string {
    return this.#source.holdout?.originalBase ?? this.#source.base;
  }

  /**
   * The folder behind the temporary folders and the home folder of commands in the worktree. Setup, build and tests of one
   * verdict share it, and it is empty at the next verdict.
   */
  get privateFolder(): string {
    return path.join(this.#state.home, 'private');
  }

  /** A folder for the reports of test runners, outside of the tree. */
  get reportFolder(): string {
    return path.join(this.#state.home, 'reports');
  }

  /** The same for an external agent, whose session spans several verdicts. */
  get agentFolder(): string {
    return path.join(this.#state.home, 'agent');
  }

  /** Whether the worktree leaves out files of its base. */
  get isIsolated(): boolean {
    return this.#source.holdout !== undefined;
  }

  /** Texts of the scenarios, which must not be in the output of a command. */
  get hiddenTexts(): readonly string[] {
    return this.#source.hiddenTexts;
  }

  /** Whether a path of the workspace folder belongs to the files that the worktree leaves out. */
  isLeftOut(file: string): boolean {
    return this.#source.holdout?.repository.isLeftOut(this.#source.prefix + file) === true;
  }

  /** The commit of the worktree's own repository for a commit of a caller, which becomes the current one. */
  async #enter(commit: string, signal: AbortSignal | undefined): Promise<string> {
    const { holdout } = this.#source;
    if (holdout === undefined) return commit;
    const reduced = await holdout.repository.reduce(commit, signal);
    this.#current = reduced;
    return reduced.commit;
  }

  /**
   * The files of a worktree in which nothing ran yet: those that git would list, without asking git. `undefined` if
   * something ran.
   */
  async listUnused(): Promise<TreeLimit | undefined> {
    if (!this.#isUnused) return undefined;
    return createTreeLimit(this.#state, this.#source.prefix, this.#listings.base);
  }

  /** Declares that the worktree may differ from its base, since code of the workspace ran in it. */
  markUsed(): void {
    this.#isUnused = false;
  }

  /** Resets to a commit, before commands or a model work in the worktree. An unused worktree has its base already. */
  async prepare(commit: string, signal?: AbortSignal): Promise<void> {
    const isReady = this.#isUnused && commit === this.#base;
    this.markUsed();
    if (isReady) this.tree.limitTo(null);
    else await this.reset(commit, signal);
  }

  /**
   * Restores the base, or another commit, exactly: its files, the links to dependencies and the copied files. Removes
   * everything else, including ignored files.
   */
  async reset(original: string = this.#base, signal?: AbortSignal): Promise<void> {
    this.markUsed();
    this.#includedFiles.clear();
    this.tree.limitTo(null);
    await Promise.all([this.privateFolder, this.reportFolder].map(removeTree));
    const commit = await this.#enter(original, signal);
    const manifest = this.#manifest;
    const list = (): Promise<CommitListing> => this.#listings.list(commit, signal);
    this.#manifest = undefined;
    if (manifest !== undefined) {
      this.#manifest = await restoreWorktree(this.#state, { commit, list, manifest, signal });
      return;
    }
    const { worktree, overlay } = this.#state;
    const { files, submodules } = await list();
    await createGitDirectory(this.#state, commit);
    await removeExtraFiles(worktree, files, submodules, overlay);
    await checkOutCommit(this.#state, this.#source.base, commit, signal);
    await applyOverlay(worktree, overlay);
  }

  /**
   * Restores the files of a commit and removes untracked files. Keeps ignored files: the results of setup commands and
   * build caches.
   */
  async checkout(original: string, signal?: AbortSignal): Promise<void> {
    const commit = await this.#enter(original, signal);
    const action = 'check out the commit';
    await this.#state.git.call(['update-ref', '--no-deref', 'HEAD', commit], { action, signal });
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

  /**
   * Limits `tree` to the files of a commit and the copied files, until the next reset. Other files on disk, such as build
   * output, count as missing. Returns the limit.
   */
  async limitTo(original: string, signal?: AbortSignal): Promise<TreeLimit> {
    const { holdout } = this.#source;
    const commit = holdout === undefined ? original : (await holdout.repository.reduce(original, signal)).commit;
    const limit = await createTreeLimit(this.#state, this.#source.prefix, await this.#listings.list(commit, signal));
    this.tree.limitTo(limit);
    return limit;
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
  async snapshot({ written = [], signal }: SnapshotOptions = {}): Promise<AttemptSnapshot> {
    for (const file of written) this.includeInSnapshots(file);
    const git = this.#state.git;
    const action = 'create the snapshot';
    await this.#includeSkippedFiles(signal);
    // Dependencies are links into the user's tree. They are excluded even if an ignore file re-includes them. A tracked link
    // that is named `node_modules` is a folder in the worktree, and stays as it is in the base.
    const dependencies = ['**/node_modules', '**/node_modules/**'].map((glob) => `:(top,exclude,glob)${glob}`);
    const includedFiles = [...this.#includedFiles].map((file) => this.#source.prefix + file);
    const oversized = await listOversizedFiles(git, this.#state.worktree, includedFiles, signal);
    const leftOut = oversized.map((file) => file.path);
    // git refuses a pathspec for an ignored path.
    const excluded = oversized.filter((file) => !file.isIgnored).map((file) => `:(top,exclude,literal)${file.path}`);
    await git.call(['add', '-A', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input: ['.', ...dependencies, ...excluded].map((spec) => `${spec}\0`).join(''),
      action,
      env: { GIT_LITERAL_PATHSPECS: '0' },
      signal,
    });
    const included = await this.#listIncludedFiles(new Set(leftOut));
    if (included.length > 0) {
      await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        action,
        input: included.map((file) => `${this.#source.prefix}${file}\0`).join(''),
        signal,
      });
    }
    await shareIndex(this.#state);
    const tree = await git.text(['write-tree', '--missing-ok'], { action, signal });
    return { ...(await this.#commit(tree, signal)), leftOut };
  }

  async #commit(tree: string, signal: AbortSignal | undefined): Promise<Snapshot> {
    const { holdout, base } = this.#source;
    const message = `Attempt ${this.id}`;
    if (holdout !== undefined) {
      const { repository, originalBase } = holdout;
      const from = { commit: originalBase, reduced: holdout.base };
      return repository.restore({ tree, base: from, current: this.#current ?? holdout.base, message, signal });
    }
    return commitSnapshot(this.#state.git, { tree, parents: [base], message, action: 'create the snapshot', signal });
  }

  /**
   * Lists the included paths that git can add. It can add neither a folder nor a path through a link, which a command may
   * have created.
   */
  async #listIncludedFiles(leftOut: ReadonlySet<string>): Promise<string[]> {
    const files: string[] = [];
    for (const file of this.#includedFiles) {
      if (leftOut.has(this.#source.prefix + file)) continue;
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

  /**
   * Reads the state of the user's packages that the worktree links to.
   *
   * @param write paths that commands may write, which are left out; `~` is the home folder
   */
  async readPackageState(write: readonly string[]): Promise<PackageState> {
    const { worktree, overlay } = this.#state;
    const folders = await listLinkedFolders(overlay, worktree, this.#source.topLevel);
    return readPackageState(folders, userPaths(write, homedir()));
  }

  /** Lists the symbolic links of the base, relative to the workspace folder. */
  listLinks(): readonly string[] {
    const { prefix } = this.#source;
    return this.#listings.base.links.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length));
  }

  /** Lists the files that differ between two commits, relative to the workspace folder, with renames detected. */
  async listChanges(from: string, to: string, signal?: AbortSignal): Promise<FileChange[]> {
    const { store, prefix, holdout } = this.#source;
    if (holdout === undefined) return listChanges(store.git(), { from, to, prefix, signal });
    const changes = await listChanges(holdout.original.git(), { from, to, prefix, signal });
    // An attempt cannot delete or rename what it does not have. A path that it created instead is in the list.
    return changes.flatMap((change) => {
      const { previousPath, ...created } = change;
      if (previousPath !== undefined && this.isLeftOut(previousPath)) return [{ ...created, kind: 'created' as const }];
      return change.kind === 'deleted' && this.isLeftOut(change.path) ? [] : [change];
    });
  }

  /** Reads the unified diff between two commits, up to a size limit. It does not contain left-out files. */
  async readDiff(from: string, to: string, signal?: AbortSignal): Promise<string> {
    return (await this.readBoundedDiff(from, to, signal)).text;
  }

  /** As `readDiff`; also reports whether the diff was cut. */
  async readBoundedDiff(from: string, to: string, signal?: AbortSignal): Promise<BoundedDiff> {
    const { store, prefix, holdout } = this.#source;
    if (holdout === undefined) return readDiff(store.git(), { from, to, prefix, signal });
    const [one, other] = await Promise.all([
      holdout.repository.reduce(from, signal),
      holdout.repository.reduce(to, signal),
    ]);
    return readDiff(store.git(), { from: one.tree, to: other.tree, prefix, signal });
  }

  /** Keeps the worktree for a later attempt, which resets it, or removes it. Links are unlinked, never followed. */
  async dispose(): Promise<void> {
    this.#disposal ??= this.#close();
    await this.#disposal;
    this.#source.onDisposed?.();
  }

  async #close(): Promise<void> {
    await Promise.all([this.privateFolder, this.agentFolder, this.reportFolder].map(removeTree));
    await closeWorktree(this.#source.store, this.#state, this.#manifest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}
