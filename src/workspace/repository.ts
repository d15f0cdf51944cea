import { createHash } from 'node:crypto';
import path from 'node:path';
import { HoldfastError } from '../foundation/errors.ts';
import { toStorageError } from '../foundation/storage-error.ts';
import { CommitHistory } from './commit-history.ts';
import { listCommittedExecutables, listCommittedFiles, readCommittedFile, readCommittedFiles } from './commit-files.ts';
import { hashCommittedFiles, hashFilesOnDisk } from './store/content-hashes.ts';
import type { ContentHashes } from './store/content-hashes.ts';
import { decodeText, DiskTree } from './files/disk-tree.ts';
import type { SourceTree } from './files/source-tree.ts';
import { pathExists, toFolderPath } from './files/safe-path.ts';
import { readBlobs } from './git/batch-reads.ts';
import { branchOf, readHead } from './git/commits.ts';
import { Git } from './git/git.ts';
import { DEFAULT_BASE_LIMITS, resolveSnapshot } from './git/snapshot.ts';
import type { Base, Snapshot } from './git/snapshot.ts';
import { listChanges, readDiff } from './git/tree-changes.ts';
import type { Comparison, FileChange } from './git/tree-changes.ts';
import { LANDING_WAIT_MS, type LandingTarget } from './landing/landing-target.ts';
import type { LandedTrees } from './landing/landed-trees.ts';
import type { Merge } from './landing/merge.ts';
import type { PreparedLanding } from './landing/prepared-landing.ts';
import type { NewCommit } from './store/create-commit.ts';
import type { WritePlan } from './hunks/plan-writes.ts';
import type { ResultFile, SplitCreated, TreeFile } from './hunks/result-files.ts';
import type { SelectedHunks } from './hunks/select-hunks.ts';
import type { IsolatedRepositories } from './holdout/isolated-repositories.ts';
import type { ScratchFolder } from './worktree/scratch-folder.ts';
import type {
  CombineOptions,
  Head,
  OpenWorktreeOptions,
  PlanWritesOptions,
  PrepareLandingOptions,
  RepositoryLayout,
  RepositoryOptions,
} from './repository-options.ts';
import { UnrecordedResults } from './store/unrecorded-results.ts';
import { KeptResults } from './store/kept-results.ts';
import type { KeepOptions, KeptResult } from './store/kept-results.ts';
import { PrivateRepository } from './store/private-repository.ts';
import { tryLock, withLock, type ProcessLock } from './store/process-lock.ts';
import { processRecordsFolder } from './processes/process-records.ts';
import type { ReducedCommit } from './holdout/isolated-repository.ts';
import type { CommitChange, ReadChangeOptions } from './holdout/read-change.ts';
import type { VisiblePaths } from './confinement/confinement-rules.ts';
import type { AttemptWorktree, WorktreeSource } from './worktree/attempt-worktree.ts';

type WorktreeOrigin = Pick<WorktreeSource, 'store' | 'base' | 'listing' | 'holdout' | 'hiddenTexts'>;

/**
 * The repository of a workspace folder. Takes snapshots of the user's tree, opens worktrees for attempts, and lands
 * results. Paths are relative to the workspace folder.
 */
export class Repository implements AsyncDisposable {
  readonly kind: 'git' | 'shadow';
  /** The workspace folder, absolute and real. */
  readonly folder: string;
  /** The git directory that all work trees share. Without git, Holdfast's storage folder for this workspace folder. */
  readonly commonDirectory: string;
  /** The user's files, optionally overlaid with unsaved text. */
  readonly tree: DiskTree;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** The user's commits; undefined without git. */
  readonly commits: CommitHistory | undefined;
  /** What the history could not record about kept results. */
  readonly unrecorded: UnrecordedResults;
  readonly #layout: RepositoryLayout;
  readonly #store: PrivateRepository;
  #isolated: IsolatedRepositories | undefined;
  readonly #keptResults: KeptResults;
  readonly #options: RepositoryOptions;
  readonly #worktrees = new Set<AttemptWorktree>();
  #lastBase: Base | undefined;

  /** Use `openRepository`. */
  constructor(layout: RepositoryLayout, options: RepositoryOptions) {
    this.#layout = layout;
    this.#options = options;
    this.#store = new PrivateRepository(options.storage, layout.topLevel, layout.user, { config: layout.config });
    this.#keptResults = new KeptResults(this.#store, layout.user);
    this.unrecorded = new UnrecordedResults(this.#store.home);
    this.kind = layout.user === undefined ? 'shadow' : 'git';
    this.folder = layout.folder;
    this.commonDirectory = layout.user?.commonDirectory ?? this.#store.home;
    this.tree = new DiskTree(layout.folder);
    this.prefix = layout.prefix;
    this.commits = layout.user && new CommitHistory(layout.user, layout.prefix);
  }

  /** Whether a remote has objects that this clone may lack. */
  get isPartialClone(): boolean {
    return [...(this.#layout.config?.keys() ?? [])].some((key) => /^remote\..*\.promisor$/.test(key));
  }

  /** Absolute paths that no attempt may write: the user's tree and repository, and Holdfast's storage. */
  get protectedFolders(): readonly string[] {
    return [this.#layout.topLevel, this.commonDirectory, this.#options.storage];
  }

  /**
   * What commands in the user's own tree see besides it: the repository, which they cannot write, and packages outside of the
   * tree. Holdfast's storage stays hidden, also inside of the tree.
   */
  async viewUserTree(): Promise<VisiblePaths> {
    const { topLevel, user } = this.#layout;
    const git = user === undefined ? [] : [path.join(topLevel, '.git'), user.commonDirectory, user.gitDirectory];
    return { visible: [topLevel, ...git, ...(await this.listPackagesOutside())], hidden: [this.#options.storage] };
  }

  /** Absolute paths of packages outside of the user's tree that the user installed in it. */
  async listPackagesOutside(): Promise<readonly string[]> {
    const { listPackagesOutside } = await import('./worktree-parts.ts');
    const { topLevel, user } = this.#layout;
    return listPackagesOutside(topLevel, user === undefined ? undefined : this.#userGit);
  }

  get #userGit(): Git {
    return new Git(this.#layout.topLevel);
  }

  async readHead(signal?: AbortSignal): Promise<Head> {
    if (this.#layout.user === undefined) return { commit: null, branch: null };
    const head = await readHead(this.#userGit, signal);
    return { commit: head.commit ?? null, branch: branchOf(head) ?? null };
  }

  /** The absolute path of the folder with the repository's hooks. Throws `git` without a git repository. */
  async findHooksFolder(signal?: AbortSignal): Promise<string> {
    const { folder, user } = this.#layout;
    const { findHooksFolder } = await import('./worktree-parts.ts');
    if (user !== undefined) return findHooksFolder(user, signal);
    throw new HoldfastError('git', `Failed to find the hooks of ${folder}: it is not in a git repository.`, {
      hint: 'Run "git init" first.',
    });
  }

  /** Lists the folders of the work tree that contain the repository's hooks: one, or none if they are in `.git`. */
  async listHookFolders(signal?: AbortSignal): Promise<string[]> {
    const { folder, user } = this.#layout;
    const { listHookFolders } = await import('./worktree-parts.ts');
    return user === undefined ? [] : listHookFolders(user, folder, signal);
  }

  /**
   * Creates a snapshot of the user's current tree: tracked, modified and untracked files as raw bytes, without ignored
   * files. First completes or rolls back interrupted landings. Otherwise does not change the index, HEAD or files. Throws
   * `limit` if there are too many untracked files or bytes.
   */
  async createBase(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<Base> {
    const base = await this.#createBase(options.signal);
    const inFolder = (files: readonly string[]): readonly string[] =>
      files.filter((file) => file.startsWith(this.prefix)).map((file) => file.slice(this.prefix.length));
    return {
      ...base,
      leftOut: inFolder(base.leftOut),
      absent: inFolder(base.absent),
      converted: inFolder(base.converted),
      hidden: inFolder(base.hidden),
    };
  }

  /** As `createBase`, with paths from the top level. */
  async #createBase(signal: AbortSignal | undefined): Promise<Base> {
    const { topLevel, user } = this.#layout;
    const limits = { ...DEFAULT_BASE_LIMITS, ...this.#options.limits };
    const target = this.#landingTarget;
    const { createBaseSnapshot, recoverLandings } = await import('./worktree-parts.ts');
    // The lock prevents a snapshot in the middle of a landing.
    const wait = { action: 'read the work tree', signal, waitMs: LANDING_WAIT_MS };
    try {
      return await withLock(target.lockFile, wait, async () => {
        const recovered = await recoverLandings(target);
        const base = await createBaseSnapshot({ topLevel, user, store: this.#store, limits, signal });
        this.#lastBase = base;
        return { ...base, notes: [...recovered, ...base.notes] };
      });
    } catch (thrown) {
      throw toStorageError('read the work tree', thrown);
    }
  }

  /**
   * Creates a snapshot of exactly the user's index, and changes nothing. Unlike `createBase`, it does not wait for a landing:
   * a commit hook of a landing may check the index.
   *
   * @param options.indexFile absolute path of another index, which git names for a commit hook
   * @throws HoldfastError `git` without a git repository, or if the index contains unmerged files
   */
  async createIndexBase(
    options: { readonly indexFile?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Base> {
    const { user, folder } = this.#layout;
    const { createIndexSnapshot } = await import('./worktree-parts.ts');
    if (user !== undefined) return createIndexSnapshot({ user, store: this.#store, ...options });
    throw new HoldfastError('git', `Failed to read the index: ${folder} is not in a git repository.`, {
      hint: 'Run "git init", or check the files on disk.',
    });
  }

  /** A snapshot without files, for comparisons before the first commit. */
  async createEmptyBase(signal?: AbortSignal): Promise<Snapshot> {
    await this.#store.ensure(signal);
    const git = this.#store.git();
    const action = 'write an empty tree';
    const tree = await git.text(['mktree'], { action, input: '', signal });
    return { commit: await git.text(['commit-tree', tree, '-m', 'No files'], { action, signal }), tree };
  }

  /**
   * Opens a worktree for an attempt. It contains the files of a base, or of another commit of this repository, and links
   * to the dependencies of the user's tree. The caller must dispose the worktree.
   *
   * With `without`, the files that match are neither in the worktree nor in the objects that its git directory can reach.
   * If neither the base nor the user's tree has such a file, the worktree is an ordinary one. The worktree still takes and
   * returns commits of this repository: its snapshots keep these files unchanged.
   */
  async openWorktree(base: string | Snapshot, options: OpenWorktreeOptions = {}): Promise<AttemptWorktree> {
    const { topLevel, prefix, user } = this.#layout;
    const { copy = [], without = [], hidden = [], signal } = options;
    const commit = typeof base === 'string' ? base : base.commit;
    const { findHiddenTexts, IsolatedRepositories, listConcealedFolders, openAttemptWorktree } =
      await import('./worktree-parts.ts');
    const open = async (from: WorktreeOrigin): Promise<AttemptWorktree> => {
      const onDisposed = (): void => void this.#worktrees.delete(worktree);
      const skippedFiles = this.#lastBase?.commit === commit ? this.#lastBase.absent : undefined;
      const place = { user, topLevel, prefix, skippedFiles };
      const worktree = await openAttemptWorktree({ ...from, ...place, copy, hidden, signal, onDisposed });
      this.#worktrees.add(worktree);
      return worktree;
    };
    const plain = { store: this.#store, base: commit };
    if (without.length === 0) return open({ ...plain, hiddenTexts: [] });
    const source = { commit, patterns: without, topLevel, prefix, signal };
    this.#isolated ??= new IsolatedRepositories(this.#store);
    return this.#isolated.withHoldout(source, async (listing, holdout) => {
      const { store, base } =
        holdout === undefined ? plain : { store: holdout.repository.store, base: holdout.base.commit };
      const contents = await this.#readLeftOut(holdout?.base.leftOut ?? [], hidden, signal);
      const hiddenTexts = await findHiddenTexts(store.git(), { visible: [base], contents, signal });
      const origin = { store, base, listing, hiddenTexts };
      if (holdout === undefined) return open(origin);
      const { storage } = this.#options;
      const concealed = await listConcealedFolders({ topLevel, user, storage, signal });
      const original = { original: this.#store, originalBase: commit, hidden: concealed };
      return open({ ...origin, holdout: { ...holdout, ...original } });
    });
  }

  /** The texts of the files that a base leaves out, and of the files in hidden folders. */
  async #readLeftOut(
    leftOut: ReducedCommit['leftOut'],
    hidden: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    const blobs = await readBlobs(this.#store.git(), new Set(leftOut.map(({ object }) => object)), signal);
    const { readFolderTexts } = await import('./worktree-parts.ts');
    const outside = await Promise.all(hidden.map(readFolderTexts));
    return [...[...blobs.values()].map((bytes) => bytes.toString('utf8')), ...outside.flat()];
  }

  /** Creates a folder for temporary files. The caller must dispose it. After a kill, `recover` removes it. */
  async openScratchFolder(signal?: AbortSignal): Promise<ScratchFolder> {
    const { openScratchFolder } = await import('./worktree-parts.ts');
    return openScratchFolder(this.#store, signal);
  }

  /** The folder with the records of long-running processes. */
  get processRecords(): string {
    return processRecordsFolder(this.#options.storage);
  }

  /** Merges a result with the user's current tree. Does not write the result to the user's tree. */
  async prepareLanding({ base, result, resolved = [], kind, signal }: PrepareLandingOptions): Promise<PreparedLanding> {
    const user = await this.#createBase(signal);
    const merge = await this.#mergeWithDisk({ base, result, resolved, kind, signal }, user, user.absent);
    const { PreparedLanding } = await import('./landing-parts.ts');
    return new PreparedLanding(this.#landingTarget, merge, user);
  }

  /**
   * Merges a result with the user's current files and their unsaved texts, and returns what to write. Writes nothing: the
   * caller writes through the editor, so that the person can undo it.
   */
  async planWrites({ base, result, unsaved, signal }: PlanWritesOptions): Promise<WritePlan> {
    const user = await this.#createBase(signal);
    const paths = new Map([...unsaved].map(([file, bytes]) => [this.prefix + file, bytes]));
    const { overlayUnsaved, readWritePlan } = await import('./landing-parts.ts');
    const withUnsaved = await overlayUnsaved(this.#store, user, paths, signal);
    const merge = await this.#mergeWithDisk({ base, result, signal }, withUnsaved, user.absent);
    return readWritePlan(this.#store, this.prefix, merge, signal);
  }

  async #mergeWithDisk(
    { base, result, resolved = [], kind, signal }: PrepareLandingOptions,
    userSnapshot: Snapshot,
    absent: readonly string[],
  ): Promise<Merge> {
    const { addObstructionConflicts, mergeSnapshots, treatLeftOutAsMissing } = await import('./landing-parts.ts');
    const merge = await mergeSnapshots(this.#store, {
      base: await resolveSnapshot(this.#store.git(), base, signal),
      result: await resolveSnapshot(this.#store.git(), result, signal),
      userSnapshot,
      resolved: resolved.map((file) => `${this.prefix}${file}`),
      kind,
      signal,
    });
    return addObstructionConflicts(this.#landingTarget, treatLeftOutAsMissing(absent, merge));
  }

  /** The files with uncommitted changes of the user, among the given ones; `undefined` without git. */
  async listUncommitted(files: readonly string[], signal?: AbortSignal): Promise<readonly string[] | undefined> {
    const { topLevel, user, prefix } = this.#layout;
    if (user === undefined) return undefined;
    const git = new Git(topLevel, { GIT_LITERAL_PATHSPECS: '1' });
    const paths = files.map((file) => prefix + file);
    const { listUncommittedFiles } = await import('./worktree-parts.ts');
    const uncommitted = await listUncommittedFiles(git, user, paths, this.#store.temporaryFolder, signal);
    return uncommitted.files.map((file) => toFolderPath(prefix, file));
  }

  /** Lists the files that differ between two commits, with the parts that can be accepted alone. */
  async listResultFiles(base: Snapshot, result: Snapshot, signal?: AbortSignal): Promise<readonly ResultFile[]> {
    await this.#store.ensure(signal);
    const { readTreeFiles, toResultFile } = await import('./landing-parts.ts');
    const files = await readTreeFiles({ git: this.#store.git(), base, result, prefix: this.prefix, signal });
    return files.map((file) => toResultFile(this.prefix, file));
  }

  /** The same with the texts, and with created files in parts. The paths of `source` are relative to the top level. */
  async listHunkFiles(
    base: Snapshot,
    result: Snapshot,
    { splitCreated, signal }: { readonly splitCreated: SplitCreated; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly { readonly file: ResultFile; readonly source: TreeFile }[]> {
    await this.#store.ensure(signal);
    const { readTreeFiles, toResultFile } = await import('./landing-parts.ts');
    const { prefix } = this;
    const sources = await readTreeFiles({ git: this.#store.git(), base, result, prefix, splitCreated, signal });
    return sources.map((source) => ({ file: toResultFile(prefix, source), source }));
  }

  /**
   * Builds the tree of a base with some parts of a result, by the ids of `listResultFiles`, or of `listHunkFiles` with its
   * `splitCreated`.
   */
  async selectHunks(
    base: Snapshot,
    result: Snapshot,
    accepted: ReadonlySet<string>,
    signal?: AbortSignal,
    splitCreated?: SplitCreated,
  ): Promise<SelectedHunks> {
    await this.#store.ensure(signal);
    const { selectHunks } = await import('./landing-parts.ts');
    return selectHunks(this.#store, { base, result, accepted, prefix: this.prefix, splitCreated, signal });
  }

  /** Keeps the files of a landing before and after it, so that it can be undone. */
  async keepLanding(id: string, trees: LandedTrees): Promise<void> {
    await this.#store.ensure();
    const { keepLandedTrees } = await import('./landing-parts.ts');
    await keepLandedTrees(this.#store, id, trees);
  }

  /**
   * Reads the files of a landing before and after it: those that this work tree keeps, or else those of the commit.
   * Returns `undefined` if there are neither.
   */
  async readLanding(
    { id, commit }: { readonly id: string; readonly commit?: string | undefined },
    signal?: AbortSignal,
  ): Promise<LandedTrees | undefined> {
    await this.#store.ensure(signal);
    const { readCommittedTrees, readLandedTrees } = await import('./landing-parts.ts');
    const kept = await readLandedTrees(this.#store, id, signal);
    const { user } = this.#layout;
    if (kept !== undefined || user === undefined || commit === undefined) return kept;
    return readCommittedTrees(this.#store, user, commit, signal);
  }

  /**
   * Merges a result into another snapshot, without the user's tree. If there are conflicts, `merged` is `onto`.
   */
  async combine({ base, result, onto, signal }: CombineOptions): Promise<Pick<Merge, 'merged' | 'conflicts'>> {
    await this.#store.ensure(signal);
    const { mergeSnapshots } = await import('./landing-parts.ts');
    return mergeSnapshots(this.#store, { base, result, userSnapshot: onto, signal });
  }

  /** A snapshot with other contents of some files, by their path. Creates files that it does not contain. */
  async overlay(snapshot: Snapshot, files: ReadonlyMap<string, Uint8Array>, signal?: AbortSignal): Promise<Snapshot> {
    await this.#store.ensure(signal);
    const { overlayUnsaved } = await import('./landing-parts.ts');
    const paths = new Map([...files].map(([file, bytes]) => [this.prefix + file, bytes]));
    return overlayUnsaved(this.#store, snapshot, paths, signal);
  }

  /** Absolute path of the git directory of Holdfast's own repository for this work tree, for `importCommit` of another one. */
  get objectsDirectory(): string {
    return this.#store.directory;
  }

  /** Copies a snapshot of another work tree of the same repository. */
  async importCommit(directory: string, commit: string, signal?: AbortSignal): Promise<Snapshot> {
    await this.#store.ensure(signal);
    const { importCommit } = await import('./landing-parts.ts');
    return importCommit(this.#store, { directory, commit }, signal);
  }

  /** The best common ancestor of two commits; `undefined` if there is none. */
  async findMergeBase(one: string, other: string, signal?: AbortSignal): Promise<Snapshot | undefined> {
    await this.#store.ensure(signal);
    const { findMergeBase } = await import('./landing-parts.ts');
    const base = await findMergeBase(this.#store.git(), one, other, signal);
    return base === undefined ? undefined : this.resolve(base, signal);
  }

  /** The commit and tree of a commit. @throws GitError if it does not exist */
  async resolve(commit: string, signal?: AbortSignal): Promise<Snapshot> {
    await this.#store.ensure(signal);
    return resolveSnapshot(this.#store.git(), commit, signal);
  }

  /** Creates a commit in the user's repository, without a ref. @throws HoldfastError `git` without a git repository */
  async createCommit(commit: NewCommit): Promise<string> {
    await this.#store.ensure(commit.signal);
    const { createCommit } = await import('./landing-parts.ts');
    return createCommit(this.#store, this.#layout.user, commit);
  }

  /** Reads the bytes of a file in a commit; `undefined` if the commit does not contain it. */
  async readFile(commit: string, file: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    await this.#store.ensure(signal);
    return readCommittedFile(this.#store.git(), { commit, prefix: this.prefix, signal }, file);
  }

  /** Whether the ignore rules of git, or without git those of the folder's `.gitignore` files, exclude a file. */
  async isIgnored(file: string, signal?: AbortSignal): Promise<boolean> {
    if (this.commits !== undefined) return this.commits.isIgnored(file, signal);
    return !(await this.tree.listFiles(signal)).includes(file);
  }

  /** The hashes of files in a commit, or of the user's files on disk if there is no commit. */
  async hashFiles(files: readonly string[], commit?: string, signal?: AbortSignal): Promise<ContentHashes> {
    if (commit === undefined) return hashFilesOnDisk(this.tree, files);
    await this.#store.ensure(signal);
    return hashCommittedFiles(this.#store.git(), { commit, prefix: this.prefix, files, signal });
  }

  /** Reads files of a commit. Files that the commit does not contain are left out. */
  async readFiles(commit: string, files: readonly string[], signal?: AbortSignal): Promise<Map<string, Buffer>> {
    await this.#store.ensure(signal);
    return readCommittedFiles(this.#store.git(), { commit, prefix: this.prefix, signal }, files);
  }

  /** Lists the executable files of a commit. */
  async listExecutables(commit: string, signal?: AbortSignal): Promise<ReadonlySet<string>> {
    await this.#store.ensure(signal);
    return listCommittedExecutables(this.#store.git(), { commit, prefix: this.prefix, signal });
  }

  /** Lists the files of a commit, without links and submodules. */
  async listFiles(commit: string, signal?: AbortSignal): Promise<string[]> {
    await this.#store.ensure(signal);
    return listCommittedFiles(this.#store.git(), { commit, prefix: this.prefix, signal });
  }

  /** The files of a commit as a tree that is read from the repository. */
  readTree(commit: string, signal?: AbortSignal): Pick<SourceTree, 'listFiles' | 'readText'> {
    return {
      listFiles: () => this.listFiles(commit, signal),
      readText: async (path) => {
        const bytes = await this.readFile(commit, path, signal);
        return bytes && decodeText(path, bytes);
      },
    };
  }

  /** Lists the files that differ between two commits, with renames detected. */
  async listChanges(
    from: string,
    to: string,
    signal?: AbortSignal,
    options: Pick<Comparison, 'ignoreLineEndings'> = {},
  ): Promise<FileChange[]> {
    await this.#store.ensure(signal);
    return listChanges(this.#store.git(), { ...options, from, to, prefix: this.#layout.prefix, signal });
  }

  /**
   * Reads what differs between two commits for a reader who must not see some files: neither their paths nor their contents
   * are part of it.
   */
  async readChange(from: string, to: string, options: ReadChangeOptions): Promise<CommitChange> {
    await this.#store.ensure(options.signal);
    const { readChangeWithout } = await import('./worktree-parts.ts');
    return readChangeWithout(this.#store, { from, to, prefix: this.prefix, ...options });
  }

  /**
   * Reads the unified diff between two commits, up to a size limit.
   *
   * @param limitBytes default: 1 MiB
   */
  async readDiff(from: string, to: string, signal?: AbortSignal, limitBytes?: number): Promise<string> {
    await this.#store.ensure(signal);
    return (await readDiff(this.#store.git(), { from, to, prefix: this.#layout.prefix, signal }, limitBytes)).text;
  }

  /**
   * Keeps a passed result in Holdfast's storage until it has landed. `keepResult` moves it to the user's repository,
   * `deleteKeptResult` deletes it.
   */
  async secureResult(runId: string, commit: string, signal?: AbortSignal): Promise<void> {
    await this.#store.ensure(signal);
    await this.#keptResults.secure(runId, commit, signal);
  }

  /** Keeps a result that did not land or waits for a review. Returns its ref, `refs/holdfast/results/<runId>`. */
  async keepResult(runId: string, commit: string, options: KeepOptions = {}): Promise<string> {
    await this.#store.ensure(options.signal);
    return this.#keptResults.keep(runId, commit, options);
  }

  async readKeptResult(runId: string, signal?: AbortSignal): Promise<KeptResult | undefined> {
    await this.#store.ensure(signal);
    return this.#keptResults.read(runId, signal);
  }

  /** Lists the run ids of all kept results. */
  async listKeptResults(signal?: AbortSignal): Promise<string[]> {
    await this.#store.ensure(signal);
    return this.#keptResults.list(signal);
  }

  async deleteKeptResult(runId: string, signal?: AbortSignal): Promise<void> {
    await this.#store.ensure(signal);
    await this.#keptResults.delete(runId, signal);
  }

  /**
   * Completes or rolls back the landings of processes that have ended, removes their worktrees, and moves the results that
   * earlier versions kept. Does not affect running
   * processes. Returns messages for the user.
   */
  async recover(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<string[]> {
    const { cleanUpAttempts, recoverLandings, removeUnusedRepositories } = await import('./worktree-parts.ts');
    const target = this.#landingTarget;
    const messages: string[] = [];
    // Without a journals folder there is nothing to recover. A read-only command must not create the lock file.
    const lock = (await pathExists(target.journalsFolder)) ? await tryLock(target.lockFile) : undefined;
    if (lock !== undefined) {
      try {
        messages.push(...(await recoverLandings(target)));
      } finally {
        lock.release();
      }
    }
    for (const store of [this.#store, ...(await this.#store.listIsolated())]) {
      messages.push(...(await cleanUpAttempts(store, options.signal)));
    }
    await removeUnusedRepositories(this.#store, options.signal);
    await this.#keptResults.migrate(options.signal);
    const published = (await this.#store.isIdle()) ? await this.#keptResults.publish(options.signal) : [];
    for (const ref of published) messages.push(`The result of an interrupted run was kept as ${ref}.`);
    return messages;
  }

  /** Removes the worktrees that are still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#worktrees].map((worktree) => worktree.dispose()));
  }

  /**
   * Acquires the lock of a run in this work tree; `undefined` if another run with the same subject has it. The system releases
   * the lock of a process that ends.
   */
  async lockRun(subject: readonly string[]): Promise<ProcessLock | undefined> {
    const name = createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 16);
    return tryLock(path.join(this.#home, 'runs', `${name}.lock`));
  }

  /** The folder of Holdfast's own files of this work tree. */
  get #home(): string {
    const { user } = this.#layout;
    return user === undefined ? this.#store.home : path.join(user.gitDirectory, 'holdfast');
  }

  get #landingTarget(): LandingTarget {
    const { topLevel, prefix, user, traits } = this.#layout;
    const home = this.#home;
    return {
      topLevel,
      prefix,
      user,
      traits,
      store: this.#store,
      journalsFolder: path.join(home, 'landing'),
      lockFile: path.join(home, 'landing.lock'),
      onStep: this.#options.onStep ?? (() => undefined),
    };
  }
}
