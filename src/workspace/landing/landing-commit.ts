/**
 * The commit of a landing: HEAD's tree with exactly the landed files, with the repository's filters and line endings, as
 * `git add` and `git commit` would create it. Other staged changes are not affected.
 */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from '../files/remove-tree.ts';
import { pathExists } from '../files/safe-path.ts';
import { isConfigTrue, readBlobs, readConfig, splitIntoBatches } from '../git/batch-reads.ts';
import { commitTree, readHeadCommit, type HeadState } from '../git/commits.ts';
import { compareTrees } from '../git/compare-trees.ts';
import { emptyTreeOf } from '../git/empty-tree.ts';
import { Git, GitError } from '../git/git.ts';
import { EXECUTABLE_MODE, SYMLINK_MODE, formatIndexInfo, isFileMode, parseListing } from '../git/index-entries.ts';
import type { TreeChange, TreeEntry } from '../git/index-entries.ts';
import { readEntries } from '../git/list-tree.ts';
import type { Snapshot } from '../git/snapshot.ts';
import type { PrivateRepository, UserRepository } from '../store/private-repository.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import { describeFailingFilter, findFailingFilter } from './failing-filter.ts';
import type { JournalCommit } from './journal.ts';
import { listUncommittedFiles } from './uncommitted-files.ts';

export interface CommitSource {
  readonly user: UserRepository;
  /** What HEAD refers to since the index is locked. */
  readonly head: HeadState;
  readonly store: PrivateRepository;
  readonly traits: FileSystemTraits;
  /** The changes that land. Paths are relative to the top level. */
  readonly changes: readonly TreeChange[];
  /** Files that the user has merged with the result. Paths are relative to the top level. */
  readonly resolved?: readonly string[] | undefined;
  /** The merged tree; its attribute files apply. */
  readonly merged: Snapshot;
  readonly message: string;
  readonly temporaryFolder: string;
  readonly signal?: AbortSignal | undefined;
}

/** A commit that no ref names yet, or the reason why no commit is possible, as a message for the user. */
export type PlannedCommit =
  { readonly refusal: string } | { readonly commit: JournalCommit; readonly notes: readonly string[] };

/** Files in the git directory that exist while an operation is in progress. */
const OPERATIONS: readonly (readonly [file: string, name: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['sequencer', 'a cherry-pick or a revert of several commits'],
  ['BISECT_LOG', 'a bisect'],
];

/** Creates the commit object. The caller has the index lock, and no file has been written yet. */
export async function planCommit(source: CommitSource): Promise<PlannedCommit> {
  return new CommitPlanner(source).plan();
}

class CommitPlanner {
  readonly #source: CommitSource;
  readonly #git: Git;
  readonly #notes: string[] = [];

  constructor(source: CommitSource) {
    this.#source = source;
    this.#git = new Git(source.user.topLevel, { GIT_LITERAL_PATHSPECS: '1' });
  }

  async plan(): Promise<PlannedCommit> {
    try {
      return await this.#plan();
    } catch (thrown) {
      if (!(thrown instanceof GitError)) throw thrown;
      const files = this.#source.changes.map(({ path: file }) => file);
      const failing = await findFailingFilter(this.#git, files, this.#source.signal);
      if (failing === undefined) throw thrown;
      return { refusal: `Not committed: ${describeFailingFilter(failing)}. They are in the work tree.` };
    }
  }

  async #plan(): Promise<PlannedCommit> {
    const { signal } = this.#source;
    const refusal = (await this.#checkOperations()) ?? (await this.#checkUserChanges());
    if (refusal !== undefined) return { refusal };
    const { commit: head, ref } = this.#source.head;
    const config = await readConfig(this.#git, signal);
    const { tree, index } = await this.#writeTree(head);
    const created = await commitTree(this.#git, {
      tree,
      parent: head,
      message: this.#source.message,
      signal,
    });
    if (isConfigTrue(config.get('commit.gpgsign'), false)) {
      this.#notes.push('The commit is not signed, although commit.gpgSign is set.');
    }
    return {
      commit: { ref, ...(head === undefined ? {} : { before: head }), after: created.commit, index },
      notes: [...created.notes, ...this.#notes],
    };
  }

  /** Returns a refusal if a git operation is in progress or the index contains unmerged files. */
  async #checkOperations(): Promise<string | undefined> {
    for (const [file, name] of OPERATIONS) {
      if (await pathExists(path.join(this.#source.user.gitDirectory, file))) {
        return `Not committed: ${name} is in progress. The files are in the work tree.`;
      }
    }
    const unmerged = await this.#git.text(['ls-files', '--unmerged', '-z'], {
      action: 'look for unmerged files',
      limitBytes: 1,
      signal: this.#source.signal,
    });
    return unmerged === ''
      ? undefined
      : 'Not committed: the index contains unmerged files. The files are in the work tree.';
  }

  /** Returns a refusal if the user has uncommitted changes in files of the landing, which a commit would include. */
  async #checkUserChanges(): Promise<string | undefined> {
    const { changes, resolved = [], user, temporaryFolder, signal } = this.#source;
    const paths = [...changes.map(({ path: file }) => file), ...resolved];
    const { files, hidden } = await listUncommittedFiles(this.#git, user, paths, temporaryFolder, signal);
    if (files.length === 0) return undefined;
    const refusal = `Not committed: ${listFirst(files)} already had uncommitted changes. The files are in the work tree.`;
    if (hidden.length === 0) return refusal;
    return `${refusal} Git shows no changes of ${listFirst(hidden)}, because of "git update-index --assume-unchanged" or "--skip-worktree".`;
  }

  /** Writes HEAD's tree with the landed files. Also returns the new entries for the user's index. */
  async #writeTree(head: string | undefined): Promise<{ tree: string; index: TreeChange[] }> {
    const { signal, temporaryFolder, changes, user } = this.#source;
    const staging = path.join(temporaryFolder, 'staging');
    const index = path.join(temporaryFolder, 'commit-index');
    try {
      await this.#writeStagingFiles(staging);
      const git = this.#git.with(
        { GIT_DIR: user.gitDirectory, GIT_WORK_TREE: staging, GIT_INDEX_FILE: index },
        staging,
      );
      const action = 'write the tree of the commit';
      if (head !== undefined) await git.call(['read-tree', head], { action, signal });
      const files = changes.map(({ path: file }) => `${file}\0`).join('');
      await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        action,
        input: files,
        signal,
      });
      await this.#completeEntries(git);
      const tree = await git.text(['write-tree', '--missing-ok'], { action, signal });
      return { tree, index: await compareTrees(git, head ?? emptyTreeOf(tree), tree, { action, signal }) };
    } finally {
      await removeTree(staging);
      await rm(index, { force: true });
    }
  }

  /** Writes the landed files and the attribute files that apply to them into a separate folder. */
  async #writeStagingFiles(staging: string): Promise<void> {
    await mkdir(staging, { recursive: true });
    const { changes, store, merged, signal } = this.#source;
    const attributes = new Set<string>();
    for (const { path: file } of changes) {
      for (let folder = path.posix.dirname(file); ; folder = path.posix.dirname(folder)) {
        attributes.add(folder === '.' ? '.gitattributes' : `${folder}/.gitattributes`);
        if (folder === '.') break;
      }
    }
    const git = store.git();
    const paths = [...attributes, ...changes.map(({ path: file }) => file)];
    const listed = await readEntries(git, merged.commit, paths, { action: 'read the merged files', signal });
    const files = [...listed].filter(([, { mode }]) => isFileMode(mode));
    const contents = await readBlobs(
      git,
      files.map(([, { object }]) => object),
      signal,
    );
    for (const [file, { mode, object }] of files) {
      const absolute = path.join(staging, file);
      await mkdir(path.dirname(absolute), { recursive: true });
      await writeFile(absolute, contents.get(object) ?? '');
      if (mode === EXECUTABLE_MODE) await chmod(absolute, 0o755);
    }
  }

  /** Reads the index entries of the landed files. */
  async #readIndexEntries(git: Git): Promise<Map<string, TreeEntry>> {
    const entries = new Map<string, TreeEntry>();
    for (const batch of splitIntoBatches(this.#source.changes.map(({ path: file }) => file))) {
      const listed = await git.call(['ls-files', '-z', '-t', '--stage', '--', ...batch], {
        action: 'read the entries',
        signal: this.#source.signal,
      });
      for (const { path: file, entry } of parseListing(listed.stdout))
        if (entry !== undefined) entries.set(file, entry);
    }
    return entries;
  }

  /**
   * Adds the entries of links, which are not in the staging folder. Corrects the modes of executable files if the file system
   * has no executable bit.
   */
  async #completeEntries(git: Git): Promise<void> {
    const { changes, store, traits, signal } = this.#source;
    if (traits.supportsExecutableBit && changes.every(({ after }) => after?.mode !== SYMLINK_MODE)) return;
    const entries = await this.#readIndexEntries(git);
    const corrected: [string, TreeEntry][] = [];
    for (const { path: file, after } of changes) {
      if (after === undefined) continue;
      if (after.mode === SYMLINK_MODE) {
        const target = await store.git().call(['cat-file', 'blob', after.object], { action: `read ${file}`, signal });
        const hashObject = ['hash-object', '-w', '--no-filters', '--stdin'];
        const object = await git.text(hashObject, { action: `write ${file}`, input: target.stdout, signal });
        corrected.push([file, { mode: SYMLINK_MODE, object }]);
      } else if (!traits.supportsExecutableBit) {
        const entry = entries.get(file);
        if (entry !== undefined && entry.mode !== after.mode)
          corrected.push([file, { mode: after.mode, object: entry.object }]);
      }
    }
    if (corrected.length === 0) return;
    await git.call(['update-index', '-z', '--add', '--replace', '--index-info'], {
      action: 'write the tree of the commit',
      input: formatIndexInfo(corrected, ''),
      signal,
    });
  }
}

function listFirst(files: readonly string[]): string {
  const more = files.length > 5 ? ` and ${files.length - 5} more` : '';
  return `${files.slice(0, 5).join(', ')}${more}`;
}

/** The branch has moved since the commit was created. */
export class HeadMovedError extends Error {
  override readonly name = 'HeadMovedError';
}

/**
 * Moves the checked-out branch to the commit.
 *
 * @throws HeadMovedError if the branch is no longer at the parent of the commit
 */
export async function moveBranch(user: UserRepository, commit: JournalCommit, message: string): Promise<void> {
  const git = new Git(user.topLevel);
  const subject = message.split('\n')[0] ?? '';
  const before = commit.before ?? '0'.repeat(commit.after.length);
  try {
    await git.call(['update-ref', '-m', `holdfast: ${subject}`, 'HEAD', commit.after, before], {
      action: 'move the branch to the new commit',
    });
  } catch (thrown) {
    if (thrown instanceof GitError && (await readHeadCommit(git)) !== commit.before) throw new HeadMovedError();
    throw thrown;
  }
}
