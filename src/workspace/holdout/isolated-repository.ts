import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PathMatcher } from '../../contract/globs/path-matcher.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { RetryableCache } from '../../foundation/retryable-cache.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { GitError } from '../git/git.ts';
import { GITLINK_MODE, parseTreeChanges } from '../git/index-entries.ts';
import type { TreeChange } from '../git/index-entries.ts';
import type { Git } from '../git/git.ts';
import { listTree } from '../git/list-tree.ts';
import type { ListedFile } from '../git/object-memory.ts';
import { commitSnapshot, resolveSnapshot, type Snapshot } from '../git/snapshot.ts';
import { writeEditedTree } from '../git/temporary-index.ts';
import { readPlainText } from '../plain-files/plain-file.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { copyObjects } from './copy-objects.ts';
import { findLeftOut, listTreeObjects } from './left-out-files.ts';
import { writeFileAtomically } from '../files/write-atomically.ts';

/** A commit without the left-out files, in the isolated repository. It has no parent. */
export interface ReducedCommit extends Snapshot {
  /** The tree of the original commit. */
  readonly originalTree: string;
  /** The left-out entries of the original commit. */
  readonly leftOut: readonly ListedFile[];
}

/** The files of a tree, and those among them that are left out. */
export interface ListedFiles {
  readonly files: readonly ListedFile[];
  readonly leftOut: readonly ListedFile[];
}

export interface IsolatedRepositoryOptions {
  /** The repository of the original commits. */
  readonly original: PrivateRepository;
  readonly isolated: PrivateRepository;
  readonly matches: PathMatcher;
  /** Contents that must not get into the isolated repository. */
  readonly hidden: ReadonlySet<string>;
}

export interface RestoreCommitOptions {
  /** The tree of the isolated repository with the result of an attempt. */
  readonly tree: string;
  /** The base that the attempt started from, which becomes the parent. */
  readonly base: { readonly commit: string; readonly reduced: ReducedCommit };
  /** The commit whose left-out files the result keeps: the one that was checked out last. */
  readonly current: ReducedCommit;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

const FOLDER_MODE = '040000';
/** The message and the time are always the same, so that the same tree gives the same commit. */
const COMMIT_LINES = ['author', 'committer'].map((role) => `${role} Holdfast <holdfast@localhost> 1000000000 +0000`);
const COMMIT_MESSAGE = 'Files of an attempt';

/** Translates commits between the private repository and an isolated one, which lacks the left-out files. */
export class IsolatedRepository {
  readonly store: PrivateRepository;
  readonly #original: PrivateRepository;
  readonly #matches: PathMatcher;
  readonly #hidden: ReadonlySet<string>;
  readonly #commits = new RetryableCache<string, ReducedCommit>();
  /** The reduced trees by original tree. */
  readonly #trees = new RetryableCache<string, string>();

  constructor({ original, isolated, matches, hidden }: IsolatedRepositoryOptions) {
    this.store = isolated;
    this.#original = original;
    this.#matches = matches;
    this.#hidden = hidden;
  }

  /** Whether a path from the top level is left out. */
  isLeftOut(file: string): boolean {
    return this.#matches(file);
  }

  /** The reduced form of a commit of the private repository. The objects that it needs are copied. */
  reduce(commit: string, signal?: AbortSignal): Promise<ReducedCommit> {
    return this.#commits.getOrCreate(commit, async () => {
      const files = await listTree(this.#original.git(), commit, signal);
      const leftOut = await findLeftOut(this.#original.git(), files, this.#matches, signal);
      return this.#reduce(commit, { files, leftOut }, signal);
    });
  }

  /** As `reduce`, for a commit whose files are known. */
  reduceListed(commit: string, files: ListedFiles, signal?: AbortSignal): Promise<ReducedCommit> {
    return this.#commits.getOrCreate(commit, () => this.#reduce(commit, files, signal));
  }

  async #reduce(
    commit: string,
    { files, leftOut }: ListedFiles,
    signal: AbortSignal | undefined,
  ): Promise<ReducedCommit> {
    this.#refuseHidden(files, leftOut);
    const { tree: originalTree } = await resolveSnapshot(this.#original.git(), commit, signal);
    const tree = await this.#trees.getOrCreate(originalTree, () =>
      removeEntries(this.#original, originalTree, leftOut, signal),
    );
    return { commit: await this.#copyTree(tree, signal), tree, originalTree, leftOut };
  }

  /** A content that is left out of the base must not become readable because another commit has it at another path. */
  #refuseHidden(files: readonly ListedFile[], leftOut: readonly ListedFile[]): void {
    const paths = new Set(leftOut.map(({ path }) => path));
    const shown = files.find(({ path, object }) => this.#hidden.has(object) && !paths.has(path));
    if (shown === undefined) return;
    throw new HoldfastError(
      'git',
      `Failed to check out the commit: ${shown.path} has the content of a file that the attempt must not see`,
      { hint: 'The file was moved or copied while the attempt ran. Run the chunk again.' },
    );
  }

  /** Copies a tree of the private repository, and returns its commit in the isolated one. */
  async #copyTree(tree: string, signal: AbortSignal | undefined): Promise<string> {
    const commit = hashCommit(tree);
    const { exitCode } = await this.store.git().call(['cat-file', '-e', commit], {
      action: 'find the commit',
      acceptedExitCodes: [1, 128],
      signal,
    });
    if (exitCode === 0) return commit;
    const objects = await this.#listMissing(tree, signal);
    await copyObjects({ from: this.#original.git(), to: this.store, objects, signal });
    // The commit exists only when all its objects do.
    await this.#writeCommit(tree, signal);
    await writeFileAtomically(this.#copiedFile, tree);
    return commit;
  }

  /** Names the last tree that was copied, so that the next copy contains only what differs from it. */
  get #copiedFile(): string {
    return path.join(this.store.home, 'copied-tree');
  }

  async #listMissing(tree: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const git = this.#original.git();
    const copied = await this.#readCopiedTree();
    if (copied !== undefined) {
      try {
        return listNewObjects(tree, await compareTrees(git, copied, tree, signal));
      } catch (thrown) {
        // The tree may have been removed from the private repository since.
        if (!(thrown instanceof GitError)) throw thrown;
      }
    }
    return [...(await listTreeObjects(git, tree, signal)), tree];
  }

  async #readCopiedTree(): Promise<string | undefined> {
    const text = await whenFound(readPlainText(this.#copiedFile));
    return text !== undefined && /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
  }

  async #writeCommit(tree: string, signal: AbortSignal | undefined): Promise<string> {
    return this.store.git().text(['hash-object', '-t', 'commit', '-w', '--stdin'], {
      action: 'create the commit',
      input: formatCommit(tree),
      signal,
    });
  }

  /**
   * Creates the commit of a result in the private repository, with the left-out files unchanged. A file that the attempt
   * created at a left-out path is part of it, so that it can be refused.
   */
  async restore({ tree, base, current, message, signal }: RestoreCommitOptions): Promise<Snapshot> {
    const originalTree =
      tree === current.tree ? current.originalTree : await this.#restoreTree(tree, { base, current, signal });
    const parents = [base.commit];
    const action = 'create the snapshot';
    const snapshot = await commitSnapshot(this.#original.git(), {
      tree: originalTree,
      parents,
      message,
      action,
      signal,
    });
    const reduced = { commit: await this.#writeCommit(tree, signal), tree, originalTree, leftOut: current.leftOut };
    // A later checkout restores also what the attempt created at left-out paths.
    void this.#commits.getOrCreate(snapshot.commit, () => Promise.resolve(reduced));
    return snapshot;
  }

  async #restoreTree(
    tree: string,
    { base, current, signal }: Pick<RestoreCommitOptions, 'base' | 'current' | 'signal'>,
  ): Promise<string> {
    const isolated = this.store.git();
    const changes = await compareTrees(isolated, base.reduced.tree, tree, signal);
    const objects = listNewObjects(tree, changes);
    await copyObjects({ from: isolated, to: this.#original, objects, separately: true, signal });
    const created = changes.flatMap(({ path: file, after }) =>
      after === undefined || after.mode === FOLDER_MODE ? [] : [file],
    );
    const entries = current.leftOut.filter(({ path: file }) => !created.some((one) => isSameOrBelow(one, file)));
    return addEntries(this.#original, tree, entries, signal);
  }
}

function isSameOrBelow(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** The tree of a commit without left-out entries, in the repository of the commit. */
export async function removeEntries(
  store: PrivateRepository,
  tree: string,
  leftOut: readonly ListedFile[],
  signal?: AbortSignal,
): Promise<string> {
  const entries = leftOut.map(({ path: file }) => [file, undefined] as const);
  return entries.length === 0 ? tree : editTree(store, tree, entries, signal);
}

async function addEntries(
  store: PrivateRepository,
  tree: string,
  added: readonly ListedFile[],
  signal?: AbortSignal,
): Promise<string> {
  const entries = added.map(({ path: file, mode, object }) => [file, { mode, object }] as const);
  return entries.length === 0 ? tree : editTree(store, tree, entries, signal);
}

function editTree(
  store: PrivateRepository,
  tree: string,
  entries: Parameters<typeof writeEditedTree>[1]['entries'],
  signal: AbortSignal | undefined,
): Promise<string> {
  const { temporaryFolder } = store;
  return writeEditedTree((options) => store.git(options), { tree, entries, temporaryFolder, signal });
}

/** The differing entries of two trees, with the folders that contain them. */
async function compareTrees(
  git: Git,
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<TreeChange[]> {
  const compare = ['diff-tree', '-r', '-t', '-z', '--raw', '--no-renames', from, to];
  return parseTreeChanges((await git.call(compare, { action: 'compare the trees', signal })).stdout);
}

/** The objects of a tree that a repository may lack if it contains the tree that was compared. */
function listNewObjects(tree: string, changes: readonly TreeChange[]): readonly string[] {
  const objects = changes.flatMap(({ after }) =>
    after === undefined || after.mode === GITLINK_MODE ? [] : [after.object],
  );
  return [...new Set([...objects, tree])];
}

function formatCommit(tree: string): string {
  return [`tree ${tree}`, ...COMMIT_LINES, '', COMMIT_MESSAGE, ''].join('\n');
}

/** The name that git gives the commit. The length of the tree's name shows the hash of the repository. */
function hashCommit(tree: string): string {
  const text = formatCommit(tree);
  const hash = createHash(tree.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`commit ${Buffer.byteLength(text)}\0${text}`).digest('hex');
}
