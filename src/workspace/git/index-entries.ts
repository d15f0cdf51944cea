import { splitFields } from './git.ts';

/** The entry of a path in git's index or in a tree: its mode (`100644`, `100755`, `120000`, `160000`) and object name. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
}

export const SYMLINK_MODE = '120000';
export const GITLINK_MODE = '160000';
export const EXECUTABLE_MODE = '100755';

/** Whether an entry is a regular file. */
export function isFileMode(mode: string): boolean {
  return mode !== SYMLINK_MODE && mode !== GITLINK_MODE;
}

export function isSameEntry(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.mode === other?.mode && one?.object === other?.object;
}

/** One line of `git ls-files -z -v --stage`; untracked files have the tag `?`. */
export interface ListedEntry {
  /** H: tracked, S: skip-worktree (sparse checkout), M: unmerged, ?: untracked. Lower case: assume-unchanged. */
  readonly tag: string;
  readonly entry: TreeEntry | undefined;
  readonly stage: number;
  /** Ends with `/` for an untracked folder that is a separate git repository. */
  readonly path: string;
}

/** Whether the user has marked a file with `git update-index --assume-unchanged`, so that git shows no changes of it. */
export function isAssumedUnchanged({ tag }: ListedEntry): boolean {
  return tag !== tag.toUpperCase();
}

/** Whether a file has the flag `--skip-worktree`: set by the user, or by a sparse checkout that leaves the file out. */
export function isSkipped({ tag }: ListedEntry): boolean {
  return tag.toUpperCase() === 'S';
}

export function parseListing(output: Buffer): ListedEntry[] {
  return splitFields(output).map((field) => {
    const tag = field.slice(0, 1);
    if (tag === '?') return { tag, entry: undefined, stage: 0, path: field.slice(2) };
    const tab = field.indexOf('\t');
    const [mode = '', object = '', stage = '0'] = field.slice(2, tab).split(' ');
    return { tag, entry: { mode, object }, stage: Number(stage), path: field.slice(tab + 1) };
  });
}

/**
 * Creates the input of `git update-index -z --index-info`. An entry that is `undefined` is removed from the index.
 *
 * @param emptyObject the object name to write for removed entries
 */
export function formatIndexInfo(
  entries: Iterable<readonly [path: string, entry: TreeEntry | undefined]>,
  emptyObject: string,
): string {
  let info = '';
  for (const [path, entry] of entries) info += `${entry?.mode ?? '0'} ${entry?.object ?? emptyObject}\t${path}\0`;
  return info;
}

/** A path that differs between two trees: one line of `git diff-tree -r -z --no-renames --raw`. */
export interface TreeChange {
  readonly path: string;
  readonly before?: TreeEntry | undefined;
  readonly after?: TreeEntry | undefined;
}

export function parseTreeChanges(output: Buffer): TreeChange[] {
  const fields = splitFields(output);
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [beforeMode = '', afterMode = '', beforeObject = '', afterObject = ''] = (fields[index] ?? '')
      .slice(1)
      .split(' ');
    changes.push({
      path: fields[index + 1] ?? '',
      before: toEntry(beforeMode, beforeObject),
      after: toEntry(afterMode, afterObject),
    });
  }
  return changes;
}

function toEntry(mode: string, object: string): TreeEntry | undefined {
  return mode === '000000' ? undefined : { mode, object };
}
