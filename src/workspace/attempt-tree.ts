import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { withFolders } from './clean-tree.ts';
import { copyIgnored, copySubmodule } from './attempt-copies.ts';
import { absentFiles, checkOut, listTree, removeUntracked, resetPlace } from './attempt-place.ts';
import type { AttemptPlace, TreeListing } from './attempt-place.ts';
import { dependenciesAbove, mirrorDependencies } from './dependencies.ts';
import { DiskTree } from './disk-tree.ts';
import { listGitFiles } from './file-listing.ts';
import { GitError } from './git.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';
import { tryLock, withLock } from './process-lock.ts';
import type { ProcessLock } from './process-lock.ts';
import { removeTree } from './remove-tree.ts';
import type { Snapshot } from './snapshot.ts';
import { changesBetween, diffBetween } from './tree-changes.ts';
import type { BoundedDiff, FileChange } from './tree-changes.ts';
import { placeParts } from './tree-parts.ts';
import type { TreeParts } from './tree-parts.ts';

export interface AttemptSource {
  readonly store: PrivateRepository;
  readonly user: UserRepository | undefined;
  readonly topLevel: string;
  /** The workspace folder relative to the top level: `''` or with `/` at the end. */
  readonly prefix: string;
  /** The commit that the tree starts from. */
  readonly base: string;
  /** Ignored files to copy, relative to the folder. */
  readonly copy: readonly string[];
  readonly signal?: AbortSignal;
}

export interface SnapshotOptions {
  /** Files, relative to the folder, that belong to the snapshot even if git ignores them. */
  readonly written?: Iterable<string>;
  readonly signal?: AbortSignal;
}

/**
 * The tree of an attempt: a work tree of a base under Holdfast's own storage. Whatever happens in it, the user's tree
 * and repository stay as they are.
 */
export class AttemptTree implements AsyncDisposable {
  readonly id: string;
  /** The workspace folder inside the work tree, absolute. */
  readonly root: string;
  readonly tree: DiskTree;
  /** What a person should know of it: submodules that were copied, and the like. */
  readonly notes: readonly string[];
  readonly #place: AttemptPlace;
  readonly #source: AttemptSource;
  readonly #takenUp = new Set<string>();
  #disposed: Promise<void> | undefined;

  /** Use openAttempt. */
  constructor(place: AttemptPlace, source: AttemptSource, notes: readonly string[]) {
    this.id = place.id;
    this.root = path.resolve(place.worktree, source.prefix);
    this.tree = new DiskTree(this.root, { files: (signal) => listGitFiles(this.root, signal) });
    this.notes = notes;
    this.#place = place;
    this.#source = source;
  }

  /**
   * Puts the tree back to its base, or to another commit, byte for byte: files, links to dependencies, copies.
   * Everything else is removed, ignored files included.
   */
  async reset(commit: string = this.#source.base, signal?: AbortSignal): Promise<void> {
    this.#takenUp.clear();
    await resetPlace(this.#place, commit, signal);
  }

  /**
   * Puts the files of a commit into the tree and removes what git would offer to add. Ignored files stay: what setup
   * commands have prepared, what builds have cached.
   */
  async checkout(commit: string, signal?: AbortSignal): Promise<void> {
    await checkOut(this.#place, commit, signal);
    await removeUntracked(this.#place, signal);
    await placeParts(this.#place.worktree, this.#place.parts);
  }

  /** Lets snapshots hold a file of the folder even if git ignores it. */
  takeUp(file: string): void {
    this.#takenUp.add(file);
  }

  /** Whether a path lies in what never lands: a submodule, a copy of an ignored file, a dependency. */
  isBorrowed(file: string): boolean {
    const inTree = this.#source.prefix + file;
    if (this.#place.submodules.some((folder) => inTree.startsWith(`${folder}/`) || inTree === folder)) return true;
    const part = this.#place.parts.get(inTree);
    return part !== undefined && part.kind !== 'folder';
  }

  /** What the tree holds now, as a commit whose parent is the base. */
  async snapshot({ written = [], signal }: SnapshotOptions = {}): Promise<Snapshot> {
    for (const file of written) this.takeUp(file);
    const git = this.#place.git;
    // Dependencies are links of ours: no spelling of an ignore file may bring them into a result.
    await git.call(['add', '-A', '--', '.', ':(top,exclude,glob)**/node_modules/**'], {
      what: 'take up what the attempt wrote',
      env: { GIT_LITERAL_PATHSPECS: '0' },
      signal,
    });
    const takenUp = await this.#takenUpFiles();
    if (takenUp.length > 0) {
      await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        what: 'take up what the attempt wrote',
        input: takenUp.map((file) => `${this.#source.prefix}${file}\0`).join(''),
        signal,
      });
    }
    const tree = await git.text(['write-tree', '--missing-ok'], { what: 'write the snapshot', signal });
    const commit = await git.text(['commit-tree', tree, '-p', this.#source.base, '-m', `Attempt ${this.id}`], {
      what: 'write the snapshot',
      signal,
    });
    return { commit, tree };
  }

  /** Those that are files or nothing now; where a folder has come to be, git finds what is in it. */
  async #takenUpFiles(): Promise<string[]> {
    const files: string[] = [];
    for (const file of this.#takenUp) if ((await this.tree.kindOf(file)) !== 'folder') files.push(file);
    return files;
  }

  /** The files that differ between two commits, relative to the folder, renames recognised. */
  async changes(from: string, to: string, signal?: AbortSignal): Promise<FileChange[]> {
    return changesBetween(this.#source.store.git(), { from, to, prefix: this.#source.prefix, signal });
  }

  /** The unified diff between two commits, bounded. */
  async diff(from: string, to: string, signal?: AbortSignal): Promise<string> {
    return (await this.boundedDiff(from, to, signal)).text;
  }

  async boundedDiff(from: string, to: string, signal?: AbortSignal): Promise<BoundedDiff> {
    return diffBetween(this.#source.store.git(), { from, to, prefix: this.#source.prefix, signal });
  }

  /** Removes the tree. Links are unlinked, never followed. */
  async dispose(): Promise<void> {
    this.#disposed ??= removeAttempt(this.#place.home, this.#place.gitDirectory, this.#place.lock);
    await this.#disposed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

/** Creates the tree of an attempt: the files of the base, links to the dependencies, copies of named ignored files. */
export async function openAttempt(source: AttemptSource): Promise<AttemptTree> {
  const { store, signal } = source;
  await store.ensure(signal);
  const id = randomBytes(6).toString('hex');
  const home = path.join(store.attemptsFolder, id);
  // Under the lock nobody who cleans up sees an attempt that is not locked yet.
  const lock = await withLock(
    store.attemptsLock,
    { what: 'create the tree of the attempt', signal, waitMs: 30_000 },
    async () => {
      await mkdir(home, { recursive: true });
      return tryLock(path.join(home, 'lock'));
    },
  );
  if (lock === undefined) throw new GitError('create the tree of the attempt', undefined, `${home} is in use`);
  let gitDirectory: string | undefined;
  try {
    const worktree = path.join(home, path.basename(source.topLevel) || 'tree');
    await store.git().call(['worktree', 'add', '--detach', '--no-checkout', worktree, source.base], {
      what: 'create the tree of the attempt',
      signal,
    });
    gitDirectory = (await readFile(path.join(worktree, '.git'), 'utf8')).replace(/^gitdir: /, '').trim();
    const listed = await listTree(store.git(), source.base, signal);
    const place: AttemptPlace = {
      id,
      home,
      worktree: await realpath(worktree),
      gitDirectory,
      git: store.git({ workTree: worktree, gitDirectory }),
      lock,
      parts: new Map(),
      submodules: [...listed.submodules],
      absent: source.user === undefined ? [] : await absentFiles(source.topLevel, signal),
    };
    await checkOut(place, source.base, signal);
    const notes = await collectParts(place, source, listed);
    await placeParts(place.worktree, place.parts);
    await mkdir(path.join(place.worktree, source.prefix), { recursive: true });
    return new AttemptTree(place, source, notes);
  } catch (thrown) {
    await removeAttempt(home, gitDirectory, lock);
    throw thrown;
  }
}

/** Removes what is left of an attempt; the lock is given back last, so that nobody else starts on it. */
export async function removeAttempt(home: string, gitDirectory: string | undefined, lock: ProcessLock): Promise<void> {
  try {
    if (gitDirectory !== undefined) await removeTree(gitDirectory);
  } finally {
    // An open file cannot be removed on Windows.
    lock.release();
    await removeTree(home);
  }
}

async function collectParts(
  place: AttemptPlace,
  source: AttemptSource,
  { files, submodules }: TreeListing,
): Promise<string[]> {
  const tracked = withFolders(files);
  const add = (parts: TreeParts): void => {
    for (const [relative, part] of parts) {
      // What the commit holds itself - packages can be tracked too - is the attempt's own.
      if (part.kind === 'folder' || !tracked.has(relative)) place.parts.set(relative, part);
    }
  };
  const repository = await realpath(source.topLevel);
  const { worktree } = place;
  const packageFolders = new Set(['', source.prefix.replace(/\/$/, '')]);
  for (const file of files) {
    if (file.endsWith('/package.json')) packageFolders.add(file.slice(0, -'/package.json'.length));
  }
  await Promise.all(
    [...packageFolders].map(async (at) =>
      add(await mirrorDependencies({ folder: path.join(repository, at), at, repository, worktree })),
    ),
  );
  const above = await dependenciesAbove(repository);
  if (above !== undefined) {
    await placeParts(place.home, await mirrorDependencies({ folder: above, at: '', repository, worktree }));
  }
  const store = path.join(place.home, 'copies');
  const folder = path.join(repository, source.prefix);
  add(await copyIgnored({ folder, prefix: source.prefix, store }, source.copy, files));
  const notes: string[] = [];
  for (const submodule of submodules) {
    const parts = await copySubmodule(
      { folder: path.join(repository, submodule), prefix: `${submodule}/`, store },
      source.signal,
    );
    add(parts);
    if (parts.size > 0)
      notes.push(`The submodule ${submodule} can be read in the attempt; what is written into it does not land.`);
  }
  return notes;
}
