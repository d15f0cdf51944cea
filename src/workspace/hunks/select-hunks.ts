import { isSameEntry, type TreeEntry } from '../git/index-entries.ts';
import { writeEditedTree } from '../git/temporary-index.ts';
import { commitSnapshot, type Snapshot } from '../git/snapshot.ts';
import { toFolderPath } from '../files/safe-path.ts';
import type { Conflict } from '../landing/merge.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { readTreeFiles, type SplitCreated, type TreeFile } from './result-files.ts';
import { applyTextHunks } from './text-hunks.ts';

export interface HunkSelection {
  readonly base: Snapshot;
  readonly result: Snapshot;
  /** The ids of the hunks to keep. Ids that the result does not have are ignored. */
  readonly accepted: ReadonlySet<string>;
  readonly prefix: string;
  /** As for the hunks that the ids come from. */
  readonly splitCreated?: SplitCreated | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The base with the accepted hunks of a result, or the reasons why no tree can have exactly these. */
export type SelectedHunks = { readonly partial: Snapshot } | { readonly conflicts: readonly Conflict[] };

type Entries = Map<string, TreeEntry | undefined>;

/** Builds the tree of a base with some hunks of a result. If all hunks are accepted, this is the result. */
export async function selectHunks(store: PrivateRepository, selection: HunkSelection): Promise<SelectedHunks> {
  const { base, result, accepted, prefix, splitCreated, signal } = selection;
  const git = store.git();
  const files = await readTreeFiles({ git, base, result, prefix, splitCreated, signal });
  if (files.every(({ hunks }) => hunks.every(({ id }) => accepted.has(id)))) return { partial: result };
  const entries: Entries = new Map();
  for (const file of files) await addEntries(store, file, selection, entries);
  const conflicts = findFolderConflicts(files, entries, prefix);
  if (conflicts.length > 0) return { conflicts };
  const sorted = [...entries].sort((one, other) => Number(one[1] !== undefined) - Number(other[1] !== undefined));
  const tree = await writeEditedTree((options) => store.git(options), {
    tree: base.tree,
    // Removals come first because a file may replace a folder.
    entries: sorted,
    temporaryFolder: store.temporaryFolder,
    signal,
  });
  const action = 'write the accepted hunks';
  const commit = { tree, parents: [base.commit], message: 'Accepted hunks', action, signal };
  return { partial: await commitSnapshot(git, commit) };
}

/** Adds the entries of a file that differ from the base. */
async function addEntries(
  store: PrivateRepository,
  file: TreeFile,
  { accepted, signal }: HunkSelection,
  entries: Entries,
): Promise<void> {
  const { before, after, previousPath, hunks } = file;
  const isAccepted = (kind: string): boolean => hunks.some((hunk) => hunk.kind === kind && accepted.has(hunk.id));
  const chosen = hunks.filter(({ id, lines }) => lines !== undefined && accepted.has(id));
  const writeChosen = (): Promise<string> => {
    const text = applyTextHunks(
      file.textBefore,
      chosen.flatMap(({ lines }) => lines ?? []),
    );
    return store.git().text(['hash-object', '-w', '--no-filters', '--stdin'], {
      action: `write the accepted hunks of ${file.path}`,
      input: Buffer.from(text, 'latin1'),
      signal,
    });
  };
  if (before === undefined || after === undefined) {
    if (isAccepted('whole')) entries.set(file.path, after);
    else if (after !== undefined && chosen.length > 0) {
      entries.set(file.path, { mode: after.mode, object: await writeChosen() });
    }
    return;
  }
  const isWhole = isAccepted('whole');
  let { object, mode } = before;
  if (isWhole) ({ object } = after);
  else if (chosen.length > 0) object = await writeChosen();
  if (isAccepted('mode') || (isWhole && hunks.every(({ kind }) => kind !== 'mode'))) ({ mode } = after);
  const isMoved = isAccepted('rename');
  const path = previousPath === undefined || isMoved ? file.path : previousPath;
  if (isMoved && previousPath !== undefined) entries.set(previousPath, undefined);
  if (isMoved || !isSameEntry({ mode, object }, before)) entries.set(path, { mode, object });
}

/** A path cannot be a file and a folder. That happens if a hunk that removes a file is left out. */
function findFolderConflicts(files: readonly TreeFile[], entries: Entries, prefix: string): readonly Conflict[] {
  const kept = files
    .filter(({ kind }) => kind === 'deleted' || kind === 'renamed')
    .map(({ path, previousPath = path }) => previousPath)
    .filter((path) => !entries.has(path) || entries.get(path) !== undefined);
  const written = [...entries].flatMap(([path, entry]) => (entry === undefined ? [] : [path]));
  return kept.flatMap((path) =>
    written
      .filter((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
      .map((other) => ({
        file: toFolderPath(prefix, other),
        reason: `it needs the place of ${toFolderPath(prefix, path)}, whose removal is not accepted`,
      })),
  );
}
