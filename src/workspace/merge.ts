/**
 * The merge of a base, a result and the user's tree of the moment, computed on git's objects alone: no work tree, no
 * index of the user's, no merge driver takes part. Where both sides changed one file its lines are merged; whatever
 * cannot be merged without guessing is a conflict.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { GITLINK_MODE, LINK_MODE, indexInfo, readTreeChanges, sameEntry } from './index-entries.ts';
import type { Entry, TreeChange } from './index-entries.ts';
import type { PrivateRepository } from './private-repository.ts';
import type { Snapshot } from './snapshot.ts';

/** A file that stands in the way of a landing. */
export interface Conflict {
  /** Relative to the folder (of a repository's own parts: to its top level). */
  readonly file: string;
  /** In words that a person can act on. */
  readonly reason: string;
}

export interface Merge {
  readonly conflicts: readonly Conflict[];
  /** What must be written over the user's tree to have the merge: before is the user's, after the merge's. */
  readonly changes: readonly TreeChange[];
  /** The user's tree where there are conflicts. */
  readonly merged: Snapshot;
  /** Whether the merged tree is another than the result's. */
  readonly differsFromResult: boolean;
}

export interface MergeInput {
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly user: Snapshot;
  readonly signal?: AbortSignal;
}

type FileMerge = { readonly entry: Entry | undefined } | { readonly reason: string };
type ContentMerge = { readonly object: string } | { readonly reason: string };

export async function mergeSnapshots(store: PrivateRepository, input: MergeInput): Promise<Merge> {
  return new TreeMerge(store, input).merge();
}

class TreeMerge {
  readonly #store: PrivateRepository;
  readonly #input: MergeInput;
  readonly #conflicts: Conflict[] = [];

  constructor(store: PrivateRepository, input: MergeInput) {
    this.#store = store;
    this.#input = input;
  }

  async merge(): Promise<Merge> {
    const { base, result, user } = this.#input;
    const [wanted, theirs] = await Promise.all([this.#compare(base, result), this.#compare(base, user)]);
    const usersChanges = new Map(theirs.map((change) => [change.path, change]));
    const changes: TreeChange[] = [];
    for (const change of wanted) {
      const own = usersChanges.get(change.path);
      const merged = own === undefined ? { entry: change.after } : await this.#mergeFile(change, own);
      const before = own === undefined ? change.before : own.after;
      if ('reason' in merged) this.#conflicts.push({ file: change.path, reason: merged.reason });
      else if (!sameEntry(before, merged.entry)) changes.push({ path: change.path, before, after: merged.entry });
    }
    this.#findFoldersInTheWay(changes, theirs);
    if (this.#conflicts.length > 0)
      return { conflicts: this.#conflicts, changes: [], merged: user, differsFromResult: true };
    const merged = await this.#write(changes);
    return { conflicts: [], changes, merged, differsFromResult: merged.tree !== result.tree };
  }

  async #compare(from: Snapshot, to: Snapshot): Promise<TreeChange[]> {
    const answer = await this.#store
      .git()
      .call(['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from.tree, to.tree], {
        what: 'compare the trees',
        signal: this.#input.signal,
      });
    return readTreeChanges(answer.stdout);
  }

  /** What both sides' changes of a file come to, or why they come to nothing. */
  async #mergeFile(result: TreeChange, user: TreeChange): Promise<FileMerge> {
    const { before: base, after: wanted } = result;
    const theirs = user.after;
    if (sameEntry(wanted, theirs)) return { entry: theirs };
    const since = 'since the run began';
    if (wanted === undefined) return { reason: `the chunk deletes it, and you have changed it ${since}` };
    if (theirs === undefined) return { reason: `the chunk changes it, and you have deleted or renamed it ${since}` };
    if (base === undefined)
      return { reason: `the chunk creates it, and you have created another file of this name ${since}` };
    if ([base, wanted, theirs].some(({ mode }) => mode === LINK_MODE || mode === GITLINK_MODE)) {
      return { reason: 'the chunk and you have changed it, and a link or a submodule cannot be merged' };
    }
    const content = await this.#mergeContent(result.path, base, wanted, theirs);
    if ('reason' in content) return content;
    return { entry: { mode: wanted.mode === base.mode ? theirs.mode : wanted.mode, object: content.object } };
  }

  async #mergeContent(file: string, base: Entry, wanted: Entry, theirs: Entry): Promise<ContentMerge> {
    if (wanted.object === base.object || wanted.object === theirs.object) return { object: theirs.object };
    if (theirs.object === base.object) return { object: wanted.object };
    const git = this.#store.git();
    const { signal } = this.#input;
    const folder = path.join(this.#store.temporaryFolder, `merge-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    try {
      const sides = await Promise.all(
        [theirs, base, wanted].map(async (entry, index) => {
          const content = await git.call(['cat-file', 'blob', entry.object], { what: `read ${file}`, signal });
          const side = path.join(folder, String(index));
          await writeFile(side, content.stdout);
          return side;
        }),
      );
      const merged = await git.call(['merge-file', '-p', '-q', ...sides], {
        what: `merge ${file}`,
        answers: [...Array.from({ length: 127 }, (_, index) => index + 1), 255],
        signal,
      });
      if (merged.exitCode === 255) return { reason: 'the chunk and you have changed it, and it is binary' };
      if (merged.exitCode > 0)
        return { reason: 'the chunk and you have changed the same lines, or lines next to each other' };
      const object = await git.text(['hash-object', '-w', '--no-filters', '--stdin'], {
        what: `write the merge of ${file}`,
        input: merged.stdout,
        signal,
      });
      return { object };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** A file of one side where the other has a folder. */
  #findFoldersInTheWay(changes: readonly TreeChange[], theirs: readonly TreeChange[]): void {
    const usersFiles = theirs.filter(({ after }) => after !== undefined).map(({ path: file }) => file);
    const written = new Set(changes.filter(({ after }) => after !== undefined).map(({ path: file }) => file));
    for (const users of usersFiles) {
      if (written.has(users)) continue;
      for (const file of written) {
        if (file.startsWith(`${users}/`))
          this.#addConflict(file, `you have created the file ${users} where the chunk needs a folder`);
        if (users.startsWith(`${file}/`))
          this.#addConflict(file, `you have created ${users}, so there is a folder where the chunk needs a file`);
      }
    }
  }

  #addConflict(file: string, reason: string): void {
    this.#conflicts.push({ file, reason });
  }

  async #write(changes: readonly TreeChange[]): Promise<Snapshot> {
    const { user, result, signal } = this.#input;
    const index = path.join(this.#store.temporaryFolder, `index-${randomUUID()}`);
    const git = this.#store.git({ index });
    const what = 'write the merge';
    try {
      await git.call(['read-tree', user.tree], { what, signal });
      await git.call(['update-index', '-z', '--index-info'], {
        what,
        // Removals first, for a file may take the place of a folder.
        input: indexInfo(
          [...changes]
            .sort((one, other) => Number(one.after !== undefined) - Number(other.after !== undefined))
            .map(({ path: file, after }) => [file, after] as const),
          '0'.repeat(user.tree.length),
        ),
        signal,
      });
      const tree = await git.text(['write-tree', '--missing-ok'], { what, signal });
      const commit = await git.text(['commit-tree', tree, '-p', user.commit, '-p', result.commit, '-m', 'Merge'], {
        what,
        signal,
      });
      return { commit, tree };
    } finally {
      await rm(index, { force: true });
    }
  }
}
