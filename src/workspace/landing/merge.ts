/**
 * Merges a result with the user's current tree, relative to a common base. Uses git objects only: no work tree, user index
 * or merge drivers. If both sides changed a file, its lines are merged. An ambiguous merge is a conflict.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compareTrees } from '../git/compare-trees.ts';
import { GITLINK_MODE, SYMLINK_MODE, formatIndexInfo, isSameEntry } from '../git/index-entries.ts';
import type { TreeChange, TreeEntry } from '../git/index-entries.ts';
import { commitSnapshot, type Snapshot } from '../git/snapshot.ts';
import type { PrivateRepository } from '../store/private-repository.ts';

/** A file that prevents a landing. */
export interface Conflict {
  /** Relative to the folder in public results, to the top level inside `landing/`. Empty if no file is involved. */
  readonly file: string;
  /** A message for the user, without the file name. */
  readonly reason: string;
  /** Whether both sides changed the text of the file, so that a person can merge them. */
  readonly isMergeable?: true | undefined;
}

export interface Merge {
  readonly conflicts: readonly Conflict[];
  /** The changes from the user's tree to the merged tree. */
  readonly changes: readonly TreeChange[];
  /** The files of the result that the user's tree already contains: with the same content, or merged by a person. */
  readonly present: readonly string[];
  /** The merged tree, or the user's tree if there are conflicts. */
  readonly merged: Snapshot;
  /** Whether the merged tree differs from the result. */
  readonly differsFromResult: boolean;
}

/** `chunk`: the result of a chunk. `undo`: the files before a landing. */
export type MergeKind = 'chunk' | 'undo';

/** The words of the reasons of conflicts: who merges, and since when the user may have changed something. */
const WORDS: Readonly<Record<MergeKind, { readonly subject: string; readonly since: string }>> = {
  chunk: { subject: 'the chunk', since: 'since the run began' },
  undo: { subject: 'the undo', since: 'since the landing' },
};

export interface MergeInput {
  readonly base: Snapshot;
  readonly result: Snapshot;
  /** The tree to merge the result into. */
  readonly userSnapshot: Snapshot;
  /** Paths, relative to the top level, that a person has merged: the user's tree has their merged content. Default: none. */
  readonly resolved?: readonly string[] | undefined;
  /** What is merged, for the reasons of conflicts. Default: the result of a chunk. */
  readonly kind?: MergeKind | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Unmerged = Omit<Conflict, 'file'>;
type FileMerge = { readonly entry: TreeEntry | undefined } | Unmerged;
type ContentMerge = { readonly object: string } | Unmerged;

export async function mergeSnapshots(store: PrivateRepository, input: MergeInput): Promise<Merge> {
  return new TreeMerge(store, input).merge();
}

const MERGEABLE = { isMergeable: true } as const;

class TreeMerge {
  readonly #store: PrivateRepository;
  readonly #input: MergeInput;
  readonly #conflicts: Conflict[] = [];

  constructor(store: PrivateRepository, input: MergeInput) {
    this.#store = store;
    this.#input = input;
  }

  get #words(): (typeof WORDS)[MergeKind] {
    return WORDS[this.#input.kind ?? 'chunk'];
  }

  async merge(): Promise<Merge> {
    const { base, result, userSnapshot } = this.#input;
    const [resultChanges, userChanges] = await Promise.all([
      this.#compare(base, result),
      this.#compare(base, userSnapshot),
    ]);
    const userChangesByPath = new Map(userChanges.map((change) => [change.path, change]));
    const resolved = new Set(this.#input.resolved);
    const changes: TreeChange[] = [];
    for (const change of resultChanges) {
      if (resolved.has(change.path)) continue;
      const userChange = userChangesByPath.get(change.path);
      const merged = userChange === undefined ? { entry: change.after } : await this.#mergeFile(change, userChange);
      const before = userChange === undefined ? change.before : userChange.after;
      if ('reason' in merged) this.#conflicts.push({ file: change.path, ...merged });
      else if (!isSameEntry(before, merged.entry)) changes.push({ path: change.path, before, after: merged.entry });
    }
    this.#addFolderConflicts(changes, userChanges);
    if (this.#conflicts.length > 0)
      return { conflicts: this.#conflicts, changes: [], present: [], merged: userSnapshot, differsFromResult: true };
    // If the user changed nothing, all changes of the result on top of the base are the result.
    const isResult = base.tree === userSnapshot.tree && changes.length === resultChanges.length;
    const merged = isResult ? result : await this.#write(changes);
    const written = new Set(changes.map(({ path: file }) => file));
    const present = resultChanges.map(({ path: file }) => file).filter((file) => !written.has(file));
    return { conflicts: [], changes, present, merged, differsFromResult: merged.tree !== result.tree };
  }

  #compare(from: Snapshot, to: Snapshot): Promise<TreeChange[]> {
    return compareTrees(this.#store.git(), from.tree, to.tree, {
      action: 'compare the trees',
      signal: this.#input.signal,
    });
  }

  /** Merges the changes of both sides to a file, or returns the reason for a conflict. */
  async #mergeFile(resultChange: TreeChange, userChange: TreeChange): Promise<FileMerge> {
    const { before: base, after: resultEntry } = resultChange;
    const userEntry = userChange.after;
    if (isSameEntry(resultEntry, userEntry)) return { entry: userEntry };
    const { subject, since } = this.#words;
    if (resultEntry === undefined) return { reason: `${subject} deletes it, but you have changed it ${since}` };
    if (userEntry === undefined)
      return { reason: `${subject} changes it, but you have deleted or renamed it ${since}` };
    if (base === undefined)
      return {
        reason: `${subject} creates it, but you have created another file with this name ${since}`,
        ...MERGEABLE,
      };
    if ([base, resultEntry, userEntry].some(({ mode }) => mode === SYMLINK_MODE || mode === GITLINK_MODE)) {
      return { reason: `both ${subject} and you have changed it, and links and submodules cannot be merged` };
    }
    const content = await this.#mergeContent(resultChange.path, base, resultEntry, userEntry);
    if ('reason' in content) return content;
    return {
      entry: { mode: resultEntry.mode === base.mode ? userEntry.mode : resultEntry.mode, object: content.object },
    };
  }

  async #mergeContent(
    file: string,
    base: TreeEntry,
    resultEntry: TreeEntry,
    userEntry: TreeEntry,
  ): Promise<ContentMerge> {
    if (resultEntry.object === base.object || resultEntry.object === userEntry.object)
      return { object: userEntry.object };
    if (userEntry.object === base.object) return { object: resultEntry.object };
    const git = this.#store.git();
    const { signal } = this.#input;
    const folder = path.join(this.#store.temporaryFolder, `merge-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    try {
      const sides = await Promise.all(
        [userEntry, base, resultEntry].map(async (entry, index) => {
          const content = await git.call(['cat-file', 'blob', entry.object], { action: `read ${file}`, signal });
          const side = path.join(folder, String(index));
          await writeFile(side, content.stdout);
          return side;
        }),
      );
      const merged = await git.call(['merge-file', '-p', '-q', ...sides], {
        action: `merge ${file}`,
        // The exit code is the number of conflicts, at most 127, or 255 on an error.
        acceptedExitCodes: [...Array.from({ length: 127 }, (_, index) => index + 1), 255],
        signal,
      });
      if (merged.exitCode === 255)
        return { reason: `both ${this.#words.subject} and you have changed it, and binary files cannot be merged` };
      if (merged.exitCode > 0)
        return {
          reason: `both ${this.#words.subject} and you have changed the same or adjacent lines`,
          ...MERGEABLE,
        };
      const object = await git.text(['hash-object', '-w', '--no-filters', '--stdin'], {
        action: `write the merged ${file}`,
        input: merged.stdout,
        signal,
      });
      return { object };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Adds a conflict for each path that is a file on one side and a folder on the other. */
  #addFolderConflicts(changes: readonly TreeChange[], userChanges: readonly TreeChange[]): void {
    const userFiles = userChanges.filter(({ after }) => after !== undefined).map(({ path: file }) => file);
    const written = new Set(changes.filter(({ after }) => after !== undefined).map(({ path: file }) => file));
    const { subject } = this.#words;
    for (const userFile of userFiles) {
      if (written.has(userFile)) continue;
      for (const file of written) {
        if (file.startsWith(`${userFile}/`))
          this.#addConflict(
            file,
            `you have created the file ${userFile}, but ${subject} needs a folder with this name`,
          );
        if (userFile.startsWith(`${file}/`))
          this.#addConflict(
            file,
            `you have created ${userFile}, but ${subject} needs a file with the name of its folder`,
          );
      }
    }
  }

  #addConflict(file: string, reason: string): void {
    this.#conflicts.push({ file, reason });
  }

  async #write(changes: readonly TreeChange[]): Promise<Snapshot> {
    const { userSnapshot, result, signal } = this.#input;
    const index = path.join(this.#store.temporaryFolder, `index-${randomUUID()}`);
    const git = this.#store.git({ index });
    const action = 'write the merge';
    try {
      await git.call(['read-tree', userSnapshot.tree], { action, signal });
      await git.call(['update-index', '-z', '--index-info'], {
        action,
        // Removals come first because a file may replace a folder.
        input: formatIndexInfo(
          [...changes]
            .sort((one, other) => Number(one.after !== undefined) - Number(other.after !== undefined))
            .map(({ path: file, after }) => [file, after] as const),
          '0'.repeat(userSnapshot.tree.length),
        ),
        signal,
      });
      const tree = await git.text(['write-tree', '--missing-ok'], { action, signal });
      const parents = [userSnapshot.commit, result.commit];
      return await commitSnapshot(git, { tree, parents, message: 'Merge', action, signal });
    } finally {
      await rm(index, { force: true });
    }
  }
}
