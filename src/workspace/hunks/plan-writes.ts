import { readBlobs } from '../git/batch-reads.ts';
import { listTree } from '../git/list-tree.ts';
import { GITLINK_MODE, type TreeEntry } from '../git/index-entries.ts';
import { commitSnapshot, type Snapshot } from '../git/snapshot.ts';
import { writeEditedTree } from '../git/temporary-index.ts';
import { toFolderPath } from '../files/safe-path.ts';
import type { Conflict, Merge } from '../landing/merge.ts';
import type { PrivateRepository } from '../store/private-repository.ts';

/** One side of a file that someone else writes. */
export interface PlannedContent {
  /** The mode as git writes it: `100644`, `100755`, or `120000` for a link, whose content is its target. */
  readonly mode: string;
  readonly bytes: Uint8Array;
}

/** A file to write so that the user's files contain a result. A side without a file is `undefined`. */
export interface PlannedWrite {
  /** Relative to the folder. */
  readonly path: string;
  /** The user's file, with its unsaved text. */
  readonly before: PlannedContent | undefined;
  readonly after: PlannedContent | undefined;
}

/** The writes that merge a result into the user's files. If there are conflicts, there are no writes. */
export interface WritePlan {
  readonly conflicts: readonly Conflict[];
  readonly writes: readonly PlannedWrite[];
}

/**
 * Creates a snapshot with the contents of unsaved files in place of those on disk.
 *
 * @param unsaved contents by path, relative to the top level
 */
export async function overlayUnsaved(
  store: PrivateRepository,
  user: Snapshot,
  unsaved: ReadonlyMap<string, Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  if (unsaved.size === 0) return user;
  const git = store.git();
  const action = 'read the unsaved files';
  const modes = new Map((await listTree(git, user.commit, signal)).map(({ path, mode }) => [path, mode]));
  const entries: [string, TreeEntry][] = [];
  for (const [path, bytes] of unsaved) {
    const object = await git.text(['hash-object', '-w', '--no-filters', '--stdin'], { action, input: bytes, signal });
    entries.push([path, { mode: modes.get(path) ?? '100644', object }]);
  }
  const { temporaryFolder } = store;
  const tree = await writeEditedTree((options) => store.git(options), {
    tree: user.tree,
    entries,
    temporaryFolder,
    signal,
  });
  return commitSnapshot(git, { tree, parents: [user.commit], message: 'Unsaved files', action, signal });
}

/** Reads the contents of the changes of a merge. */
export async function readWritePlan(
  store: PrivateRepository,
  prefix: string,
  { conflicts, changes }: Merge,
  signal: AbortSignal | undefined,
): Promise<WritePlan> {
  if (conflicts.length > 0) {
    return {
      conflicts: conflicts.map(({ file, reason }) => ({ file: toFolderPath(prefix, file), reason })),
      writes: [],
    };
  }
  const entries = changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  // The content of a submodule is in another repository.
  const objects = entries.flatMap(({ mode, object }) => (mode === GITLINK_MODE ? [] : object));
  const contents = await readBlobs(store.git(), objects, signal);
  const read = (entry: TreeEntry | undefined): PlannedContent | undefined =>
    entry && { mode: entry.mode, bytes: contents.get(entry.object) ?? new Uint8Array() };
  return {
    conflicts: [],
    writes: changes.map(({ path, before, after }) => ({
      path: toFolderPath(prefix, path),
      before: read(before),
      after: read(after),
    })),
  };
}
