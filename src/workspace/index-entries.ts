import { splitFields } from './git.ts';

/** What git's index or a tree holds at a path: a mode (`100644`, `100755`, `120000`, `160000`) and an object. */
export interface Entry {
  readonly mode: string;
  readonly object: string;
}

export const LINK_MODE = '120000';
export const GITLINK_MODE = '160000';
export const EXECUTABLE_MODE = '100755';

export function sameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.mode === other?.mode && one?.object === other?.object;
}

/** One line of `git ls-files -z -v --stage`, others included (tag `?`). */
export interface ListedEntry {
  /** H tracked, S skipped by a sparse checkout, M unmerged, ? untracked; lower case: assumed unchanged. */
  readonly tag: string;
  readonly entry: Entry | undefined;
  readonly stage: number;
  /** Of untracked folders that are repositories of their own, with `/` at the end. */
  readonly path: string;
}

export function readListing(output: Buffer): ListedEntry[] {
  return splitFields(output).map((field) => {
    const tag = field.slice(0, 1);
    if (tag === '?') return { tag, entry: undefined, stage: 0, path: field.slice(2) };
    const tab = field.indexOf('\t');
    const [mode = '', object = '', stage = '0'] = field.slice(2, tab).split(' ');
    return { tag, entry: { mode, object }, stage: Number(stage), path: field.slice(tab + 1) };
  });
}

/** The input of `git update-index -z --index-info` that sets entries, or removes them where there is none. */
export function indexInfo(
  entries: Iterable<readonly [path: string, entry: Entry | undefined]>,
  emptyObject: string,
): string {
  let info = '';
  for (const [path, entry] of entries) info += `${entry?.mode ?? '0'} ${entry?.object ?? emptyObject}\t${path}\0`;
  return info;
}

/** One line of `git diff-tree -r -z --no-renames --raw`. */
export interface TreeChange {
  readonly path: string;
  readonly before?: Entry | undefined;
  readonly after?: Entry | undefined;
}

export function readTreeChanges(output: Buffer): TreeChange[] {
  const fields = splitFields(output);
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [before = '', after = '', beforeObject = '', afterObject = ''] = (fields[index] ?? '').slice(1).split(' ');
    changes.push({
      path: fields[index + 1] ?? '',
      before: toEntry(before, beforeObject),
      after: toEntry(after, afterObject),
    });
  }
  return changes;
}

function toEntry(mode: string, object: string): Entry | undefined {
  return mode === '000000' ? undefined : { mode, object };
}
