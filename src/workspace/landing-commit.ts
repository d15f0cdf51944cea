/**
 * The commit of a landing: HEAD's tree with exactly the landed files, as `git add` and `git commit` would make it -
 * filters and line endings as the repository says - without touching anything else that is staged.
 */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commitTree, currentRef, headCommit } from './commits.ts';
import type { FileSystemTraits } from './disk-entries.ts';
import { Git, splitFields } from './git.ts';
import { isOn, readBlobs, readSettings } from './git-reading.ts';
import { EXECUTABLE_MODE, GITLINK_MODE, LINK_MODE, indexInfo, readListing } from './index-entries.ts';
import type { Entry, TreeChange } from './index-entries.ts';
import type { JournalCommit } from './journal.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';
import { removeTree } from './remove-tree.ts';
import { isThere } from './safe-path.ts';
import { batches } from './user-index.ts';
import type { Snapshot } from './snapshot.ts';

export interface CommitSource {
  readonly user: UserRepository;
  readonly store: PrivateRepository;
  readonly traits: FileSystemTraits;
  /** What lands, relative to the top level. */
  readonly changes: readonly TreeChange[];
  /** The merged tree, from which attributes are read. */
  readonly merged: Snapshot;
  readonly message: string;
  /** A folder for what is only needed while the commit is made. */
  readonly work: string;
  readonly signal?: AbortSignal;
}

/** Why no commit is made, in a sentence; or the commit, which nothing refers to yet. */
export type PlannedCommit =
  { readonly refusal: string } | { readonly commit: JournalCommit; readonly notes: readonly string[] };

const OPERATIONS: readonly (readonly [file: string, name: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisection'],
];

/** Makes the commit object. The caller holds the index's lock, and the files are still as they were before. */
export async function planCommit(source: CommitSource): Promise<PlannedCommit> {
  return new CommitPlan(source).plan();
}

class CommitPlan {
  readonly #source: CommitSource;
  readonly #git: Git;
  readonly #notes: string[] = [];

  constructor(source: CommitSource) {
    this.#source = source;
    this.#git = new Git(source.user.topLevel, { GIT_LITERAL_PATHSPECS: '1' });
  }

  async plan(): Promise<PlannedCommit> {
    const { signal } = this.#source;
    const refusal = (await this.#operationUnderWay()) ?? (await this.#ownChanges());
    if (refusal !== undefined) return { refusal };
    const [head, ref, settings] = await Promise.all([
      headCommit(this.#git, signal),
      currentRef(this.#git, signal),
      readSettings(this.#git, signal),
    ]);
    const entries = await this.#writeTree(head);
    const made = await commitTree(this.#git, {
      tree: entries.tree,
      parent: head,
      message: this.#source.message,
      signal,
    });
    if (isOn(settings.get('commit.gpgsign'), false)) {
      this.#notes.push('The commit is not signed, although commit.gpgSign is set.');
    }
    return {
      commit: { ref, ...(head === undefined ? {} : { before: head }), after: made.commit, index: entries.index },
      notes: [...made.notes, ...this.#notes],
    };
  }

  async #operationUnderWay(): Promise<string | undefined> {
    for (const [file, name] of OPERATIONS) {
      if (await isThere(path.join(this.#source.user.gitDirectory, file))) {
        return `Not committed: the repository is in the middle of ${name}. The files are in the work tree.`;
      }
    }
    const unmerged = await this.#git.text(['ls-files', '--unmerged', '-z'], {
      what: 'look for unmerged files',
      limitBytes: 1,
      signal: this.#source.signal,
    });
    return unmerged === ''
      ? undefined
      : 'Not committed: the index holds unmerged files. The files are in the work tree.';
  }

  /** Landed files in which there is something that is not in HEAD: a commit of them would commit that too. */
  async #ownChanges(): Promise<string | undefined> {
    const own = new Set<string>();
    const files = this.#source.changes.map(({ path: file }) => file);
    for (const some of batches(files)) {
      const status = await this.#git.fields(
        [
          'status',
          '--porcelain=v1',
          '-z',
          '--no-renames',
          '--untracked-files=all',
          '--ignored=matching',
          '--',
          ...some,
        ],
        { what: 'look for changes of your own', signal: this.#source.signal },
      );
      for (const field of status) own.add(field.slice(3));
      const listed = await this.#git.call(['ls-files', '-z', '-v', '--stage', '--', ...some], {
        what: 'look for changes of your own',
        signal: this.#source.signal,
      });
      for (const { tag, path: file } of readListing(listed.stdout)) if (tag !== 'H') own.add(file);
    }
    if (own.size === 0) return undefined;
    const named = [...own].sort().slice(0, 5).join(', ');
    const more = own.size > 5 ? ` and ${own.size - 5} more` : '';
    return `Not committed: ${named}${more} had changes of your own before. The files are in the work tree.`;
  }

  /** HEAD's tree with the landed files, and the entries that the user's index is to get. */
  async #writeTree(head: string | undefined): Promise<{ tree: string; index: TreeChange[] }> {
    const { signal, work, changes, user } = this.#source;
    const staging = path.join(work, 'staging');
    const index = path.join(work, 'commit-index');
    try {
      await this.#stage(staging);
      const git = this.#git.with(
        { GIT_DIR: user.gitDirectory, GIT_WORK_TREE: staging, GIT_INDEX_FILE: index },
        staging,
      );
      const what = 'write the tree of the commit';
      if (head !== undefined) await git.call(['read-tree', head], { what, signal });
      const before = await this.#entries(git);
      const files = changes.map(({ path: file }) => `${file}\0`).join('');
      await git.call(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        what,
        input: files,
        signal,
      });
      await this.#correctModes(git);
      const after = await this.#entries(git);
      const tree = await git.text(['write-tree', '--missing-ok'], { what, signal });
      return {
        tree,
        index: changes.map(({ path: file }) => ({ path: file, before: before.get(file), after: after.get(file) })),
      };
    } finally {
      await removeTree(staging);
      await rm(index, { force: true });
    }
  }

  /** Lays the landed files out in a folder of their own, with the attribute files that apply to them. */
  async #stage(staging: string): Promise<void> {
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
    const listed = new Map<string, Entry>();
    for (const some of batches([...attributes, ...changes.map(({ path: file }) => file)])) {
      const answer = await git.call(['ls-tree', '-z', '--full-tree', merged.commit, '--', ...some], {
        what: 'read the merged files',
        signal,
      });
      for (const field of splitFields(answer.stdout)) {
        const [mode = '', , object = ''] = field.slice(0, field.indexOf('\t')).split(' ');
        listed.set(field.slice(field.indexOf('\t') + 1), { mode, object });
      }
    }
    const files = [...listed].filter(
      ([, { mode }]) => mode !== '040000' && mode !== LINK_MODE && mode !== GITLINK_MODE,
    );
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

  async #entries(git: Git): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>();
    for (const some of batches(this.#source.changes.map(({ path: file }) => file))) {
      const listed = await git.call(['ls-files', '-z', '-t', '--stage', '--', ...some], {
        what: 'read the entries',
        signal: this.#source.signal,
      });
      for (const { path: file, entry } of readListing(listed.stdout)) if (entry !== undefined) entries.set(file, entry);
    }
    return entries;
  }

  /** Links, and executable files where the file system does not know them, are entered by name. */
  async #correctModes(git: Git): Promise<void> {
    const { changes, store, traits, signal } = this.#source;
    if (traits.executableBits && changes.every(({ after }) => after?.mode !== LINK_MODE)) return;
    const entries = await this.#entries(git);
    const corrected: [string, Entry][] = [];
    for (const { path: file, after } of changes) {
      if (after === undefined) continue;
      if (after.mode === LINK_MODE) {
        const target = await store.git().call(['cat-file', 'blob', after.object], { what: `read ${file}`, signal });
        const written = ['hash-object', '-w', '--no-filters', '--stdin'];
        const object = await git.text(written, { what: `write ${file}`, input: target.stdout, signal });
        corrected.push([file, { mode: LINK_MODE, object }]);
      } else if (!traits.executableBits) {
        const entry = entries.get(file);
        if (entry !== undefined && entry.mode !== after.mode)
          corrected.push([file, { mode: after.mode, object: entry.object }]);
      }
    }
    if (corrected.length === 0) return;
    await git.call(['update-index', '-z', '--add', '--replace', '--index-info'], {
      what: 'write the tree of the commit',
      input: indexInfo(corrected, ''),
      signal,
    });
  }
}
