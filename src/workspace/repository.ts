import path from 'node:path';
import { openAttempt } from './attempt-tree.ts';
import type { AttemptTree } from './attempt-tree.ts';
import { takeBase } from './base.ts';
import { cleanUpAttempts } from './cleanup.ts';
import { currentRef, headCommit } from './commits.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import { DiskTree } from './disk-tree.ts';
import { Git } from './git.ts';
import { KeptResults } from './kept-results.ts';
import type { KeepOptions, KeptResult } from './kept-results.ts';
import { LANDING_WAIT_MS, PreparedLanding } from './landing.ts';
import { heedObstacles } from './landing-obstacles.ts';
import type { LandingPlace } from './landing-place.ts';
import { mergeSnapshots } from './merge.ts';
import type { Merge } from './merge.ts';
import { PrivateRepository } from './private-repository.ts';
import type { UserRepository } from './private-repository.ts';
import { tryLock, withLock } from './process-lock.ts';
import { recoverLandings } from './recovery.ts';
import { isThere, normalizeRelative } from './safe-path.ts';
import { DEFAULT_BASE_LIMITS, snapshotOf } from './snapshot.ts';
import type { Base, BaseLimits, Snapshot } from './snapshot.ts';
import { changesBetween, diffBetween } from './tree-changes.ts';
import type { FileChange } from './tree-changes.ts';

export interface RepositoryOptions {
  /** Absolute path of the workspace folder; it may be a subfolder of a git repository, or in none. */
  readonly folder: string;
  /** Absolute path of a folder of Holdfast's own, outside every workspace. Editor and command line share it. */
  readonly storage: string;
  readonly limits?: Partial<BaseLimits>;
  readonly signal?: AbortSignal;
  /** Told of every step of a landing that changes something, for tests that end the process there. */
  readonly onStep?: (step: string) => void;
}

export interface Head {
  /** null where the branch has no commit yet. */
  readonly commit: string | null;
  /** null where HEAD is detached. */
  readonly branch: string | null;
}

export interface OpenAttemptOptions {
  /** Ignored files to copy: paths, folders or globs relative to the folder. */
  readonly copy?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface PrepareLandingOptions {
  /** Commits: what the work started from, and what it came to. */
  readonly base: string | Snapshot;
  readonly result: string | Snapshot;
  readonly signal?: AbortSignal;
}

export interface CombineOptions {
  /** What the result started from. */
  readonly base: Snapshot;
  readonly result: Snapshot;
  /** The tree that the result is brought into. */
  readonly onto: Snapshot;
  readonly signal?: AbortSignal;
}

/** Where a repository is, and what its file system can do. */
export interface RepositoryPlace {
  readonly folder: string;
  readonly topLevel: string;
  readonly prefix: string;
  readonly user: UserRepository | undefined;
  readonly traits: FileSystemTraits;
}

/**
 * The user's tree as Holdfast sees it: bases of it, trees for attempts, and the one way in which results reach it.
 * Paths are relative to the workspace folder.
 */
export class Repository implements AsyncDisposable {
  readonly kind: 'git' | 'shadow';
  /** The workspace folder, absolute and real. */
  readonly folder: string;
  /** Git's folder that all work trees share; for a folder without git, Holdfast's own folder for it. */
  readonly commonDirectory: string;
  /** The user's files, on which unsaved text can be laid. */
  readonly tree: DiskTree;
  readonly #parts: RepositoryPlace;
  readonly #store: PrivateRepository;
  readonly #kept: KeptResults;
  readonly #options: RepositoryOptions;
  readonly #attempts = new Set<AttemptTree>();

  /** Use openRepository. */
  constructor(parts: RepositoryPlace, options: RepositoryOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#store = new PrivateRepository(options.storage, parts.topLevel, parts.user);
    this.#kept = new KeptResults(this.#store, parts.user);
    this.kind = parts.user === undefined ? 'shadow' : 'git';
    this.folder = parts.folder;
    this.commonDirectory = parts.user?.commonDirectory ?? this.#store.home;
    this.tree = new DiskTree(parts.folder);
  }

  get #userGit(): Git {
    return new Git(this.#parts.topLevel);
  }

  async head(signal?: AbortSignal): Promise<Head> {
    if (this.#parts.user === undefined) return { commit: null, branch: null };
    const [commit, ref] = await Promise.all([headCommit(this.#userGit, signal), currentRef(this.#userGit, signal)]);
    return { commit: commit ?? null, branch: ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null };
  }

  /**
   * The user's tree as it is now: tracked, modified and untracked files, raw bytes, not ignored ones. Index, HEAD and
   * files are untouched. Throws `limit` where there is too much of what git does not have.
   */
  async takeBase(options: { readonly signal?: AbortSignal } = {}): Promise<Base> {
    const { topLevel, user } = this.#parts;
    const { signal } = options;
    const limits = { ...DEFAULT_BASE_LIMITS, ...this.#options.limits };
    const place = this.#landingPlace;
    // A landing that is under way, or was interrupted, would be seen half.
    const wait = { what: 'take up the work tree', signal, waitMs: LANDING_WAIT_MS };
    return withLock(place.lock, wait, async () => {
      const recovered = await recoverLandings(place);
      const base = await takeBase({ topLevel, user, store: this.#store, limits, signal });
      return { ...base, notes: [...recovered, ...base.notes] };
    });
  }

  /**
   * A tree for an attempt, with the files of a base - or of any other commit that this repository made - and the
   * dependencies of the user's tree. Dispose it.
   */
  async openAttempt(base: string | Snapshot, options: OpenAttemptOptions = {}): Promise<AttemptTree> {
    const { topLevel, prefix, user } = this.#parts;
    const { copy = [], signal } = options;
    const commit = typeof base === 'string' ? base : base.commit;
    const attempt = await openAttempt({ store: this.#store, user, topLevel, prefix, base: commit, copy, signal });
    this.#attempts.add(attempt);
    return attempt;
  }

  /** Merges a result with the user's tree of this moment. Nothing of the user's is written yet. */
  async prepareLanding({ base, result, signal }: PrepareLandingOptions): Promise<PreparedLanding> {
    const user = await this.takeBase({ signal });
    const merge = await mergeSnapshots(this.#store, {
      base: await snapshotOf(this.#store.git(), base, signal),
      result: await snapshotOf(this.#store.git(), result, signal),
      user,
      signal,
    });
    return new PreparedLanding(this.#landingPlace, await heedObstacles(this.#landingPlace, merge), user);
  }

  /**
   * Merges a result with another tree of this repository's making, and touches nothing of the user's. Where there are
   * conflicts, `merged` is the other tree.
   */
  async combine({ base, result, onto, signal }: CombineOptions): Promise<Pick<Merge, 'merged' | 'conflicts'>> {
    await this.#store.ensure(signal);
    return mergeSnapshots(this.#store, { base, result, user: onto, signal });
  }

  /** The bytes of a file in a commit, undefined where it has none. */
  async readFile(commit: string, file: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    const relative = normalizeRelative(file);
    if (relative === '') return undefined;
    await this.#store.ensure(signal);
    const git = this.#store.git();
    const what = `read ${file}`;
    const listed = await git.fields(['ls-tree', '-z', '--full-tree', commit, '--', this.#parts.prefix + relative], {
      what,
      signal,
    });
    const [mode, type, object] = (listed[0] ?? '').split('\t')[0]?.split(' ') ?? [];
    if (mode === undefined || type !== 'blob' || object === undefined) return undefined;
    return (await git.call(['cat-file', 'blob', object], { what, signal })).stdout;
  }

  /** The files that differ between two commits, renames recognised. */
  async changes(from: string, to: string, signal?: AbortSignal): Promise<FileChange[]> {
    await this.#store.ensure(signal);
    return changesBetween(this.#store.git(), { from, to, prefix: this.#parts.prefix, signal });
  }

  /** The unified diff between two commits, bounded. */
  async diff(from: string, to: string, signal?: AbortSignal): Promise<string> {
    await this.#store.ensure(signal);
    return (await diffBetween(this.#store.git(), { from, to, prefix: this.#parts.prefix, signal })).text;
  }

  /** Keeps a result that did not land, or waits for a person; returns its ref, `refs/holdfast/<runId>`. */
  async keep(runId: string, commit: string, options: KeepOptions = {}): Promise<string> {
    await this.#store.ensure(options.signal);
    return this.#kept.keep(runId, commit, options);
  }

  async readKept(runId: string, signal?: AbortSignal): Promise<KeptResult | undefined> {
    await this.#store.ensure(signal);
    return this.#kept.read(runId, signal);
  }

  /** The run ids of all kept results. */
  async listKept(signal?: AbortSignal): Promise<string[]> {
    await this.#store.ensure(signal);
    return this.#kept.list(signal);
  }

  async dropKept(runId: string, signal?: AbortSignal): Promise<void> {
    await this.#store.ensure(signal);
    await this.#kept.drop(runId, signal);
  }

  /**
   * Completes or takes back landings of processes that have ended, and removes their trees. A living process is not
   * disturbed. Returns what was done, in words for people.
   */
  async recover(options: { readonly signal?: AbortSignal } = {}): Promise<string[]> {
    const place = this.#landingPlace;
    const said: string[] = [];
    // A command that only reads leaves no file behind: where nothing ever landed there is nothing to recover.
    const lock = (await isThere(place.journals)) ? await tryLock(place.lock) : undefined;
    if (lock !== undefined) {
      try {
        said.push(...(await recoverLandings(place)));
      } finally {
        lock.release();
      }
    }
    said.push(...(await cleanUpAttempts(this.#store, options.signal)));
    return said;
  }

  /** Removes the trees of attempts that are still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#attempts].map((attempt) => attempt.dispose()));
  }

  get #landingPlace(): LandingPlace {
    const { topLevel, prefix, user, traits } = this.#parts;
    const home = user === undefined ? this.#store.home : path.join(user.gitDirectory, 'holdfast');
    return {
      topLevel,
      prefix,
      user,
      traits,
      store: this.#store,
      journals: path.join(home, 'landing'),
      lock: path.join(home, 'landing.lock'),
      onStep: this.#options.onStep ?? (() => undefined),
    };
  }
}
