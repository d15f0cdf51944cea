import { createHash } from 'node:crypto';
import { readBlobs } from '../git/batch-reads.ts';
import { splitFields, type Git } from '../git/git.ts';
import { GITLINK_MODE, isFileMode, type TreeEntry } from '../git/index-entries.ts';
import type { Snapshot } from '../git/snapshot.ts';
import type { FileChangeKind } from '../git/tree-changes.ts';
import { toFolderPath } from '../files/safe-path.ts';
import { computeTextHunks, splitLinesWithBreaks, type TextHunk } from './text-hunks.ts';

/**
 * What a hunk changes: lines of the file; its name; its mode; or the file as a whole, if it is created, deleted, binary, a
 * link, or in conversion between a file and a link.
 */
export type ResultHunkKind = 'lines' | 'rename' | 'mode' | 'whole';

/** The smallest part of a result that can be accepted alone. */
export interface ResultHunk {
  /** `<path>:<hash of the content>`, the same in every process as long as the change is the same. */
  readonly id: string;
  readonly kind: ResultHunkKind;
  /** The first line of the hunk in both texts, from 1. 1 if the hunk is not about lines. */
  readonly beforeStart: number;
  readonly afterStart: number;
  /** The lines, decoded as UTF-8 and without line breaks: the target of a link; empty for a binary file. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A file that a result changes, with its parts. */
export interface ResultFile {
  /** Relative to the folder, in the result. */
  readonly path: string;
  /** Set for a renamed file. */
  readonly previousPath?: string | undefined;
  readonly kind: FileChangeKind;
  readonly binary: boolean;
  /** The modes as git writes them: `100644`, `100755`, `120000`. Absent on a side without the file. */
  readonly modeBefore?: string | undefined;
  readonly modeAfter?: string | undefined;
  /** At least one, in the order of the file: its name and mode first. */
  readonly hunks: readonly ResultHunk[];
}

/** A file of a result, with what is needed to build a part of it. Paths are relative to the top level. */
export interface TreeFile {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly kind: FileChangeKind;
  readonly binary: boolean;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
  /** The contents, one character for each byte. Empty unless the file is a text on both sides that exist. */
  readonly textBefore: string;
  readonly textAfter: string;
  readonly hunks: readonly TreeHunk[];
}

export interface TreeHunk {
  readonly id: string;
  readonly kind: ResultHunkKind;
  /** Set for hunks of lines. The lines have one character for each byte. */
  readonly lines?: TextHunk | undefined;
  /** Shown lines of a hunk about the file as a whole, in the same form. Absent for a binary file. */
  readonly shown?: TextHunk | undefined;
}

export interface HunkSource {
  readonly git: Git;
  readonly base: Snapshot;
  readonly result: Snapshot;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** Splits created text files, so that each part is a hunk of lines. Default: a created file is one hunk. */
  readonly splitCreated?: SplitCreated | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The first lines of the parts of a created file, from 1 and ascending. With fewer than two, the file is one hunk. */
export type SplitCreated = (path: string, text: string) => Promise<readonly number[]>;

/** Reads the files that a result changes, with their hunks. Contents are compared as bytes. */
export async function readTreeFiles(source: HunkSource): Promise<readonly TreeFile[]> {
  const changes = await readRawChanges(source);
  const objects = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((entry) => (entry !== undefined && entry.mode !== GITLINK_MODE ? [entry.object] : [])),
  );
  const contents = await readBlobs(source.git, objects, source.signal);
  const textOf = (entry: TreeEntry | undefined): string =>
    (entry === undefined ? undefined : contents.get(entry.object))?.toString('latin1') ?? '';
  const files: TreeFile[] = [];
  for (const change of changes) {
    files.push(await toTreeFile(source, change, textOf(change.before), textOf(change.after)));
  }
  return files;
}

/** The public form of a file of a result. */
export function toResultFile(prefix: string, file: TreeFile): ResultFile {
  const { kind, binary, before, after, previousPath } = file;
  return {
    path: toFolderPath(prefix, file.path),
    ...(previousPath === undefined ? {} : { previousPath: toFolderPath(prefix, previousPath) }),
    kind,
    binary,
    ...(before && { modeBefore: before.mode }),
    ...(after && { modeAfter: after.mode }),
    hunks: file.hunks.map(({ id, kind: hunkKind, lines, shown = lines }) => ({
      id,
      kind: hunkKind,
      beforeStart: shown?.beforeStart ?? 1,
      afterStart: shown?.afterStart ?? 1,
      removed: decodeLines(shown?.removed),
      added: decodeLines(shown?.added),
    })),
  };
}

function decodeLines(lines: readonly string[] = []): readonly string[] {
  return lines.map((line) => Buffer.from(line.replace(/[\r\n]+$/, ''), 'latin1').toString('utf8'));
}

interface RawChange {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly kind: FileChangeKind;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

const KINDS: Readonly<Record<string, FileChangeKind>> = { A: 'created', D: 'deleted', R: 'renamed' };

async function readRawChanges({ git, base, result, signal }: HunkSource): Promise<readonly RawChange[]> {
  const output = await git.call(['diff-tree', '-r', '-z', '-M', '--raw', '--no-abbrev', base.tree, result.tree], {
    action: 'compare the trees',
    signal,
  });
  const fields = splitFields(output.stdout);
  const changes: RawChange[] = [];
  for (let at = 0; at < fields.length; at++) {
    const [modeBefore = '', modeAfter = '', before = '', after = '', status = ''] = (fields[at] ?? '')
      .slice(1)
      .split(' ');
    const kind = KINDS[status.charAt(0)] ?? 'modified';
    const previousPath = kind === 'renamed' ? fields[++at] : undefined;
    changes.push({
      path: fields[++at] ?? '',
      previousPath,
      kind,
      before: toEntry(modeBefore, before),
      after: toEntry(modeAfter, after),
    });
  }
  return changes;
}

function toEntry(mode: string, object: string): TreeEntry | undefined {
  return mode === '000000' ? undefined : { mode, object };
}

async function toTreeFile(source: HunkSource, change: RawChange, before: string, after: string): Promise<TreeFile> {
  const isRegular = [change.before, change.after].every((entry) => entry === undefined || isFileMode(entry.mode));
  const binary = before.includes('\0') || after.includes('\0');
  const isText = isRegular && !binary;
  const parts = isText && change.before === undefined ? await splitCreated(source, change, after) : [];
  const hunks =
    parts.length > 1 ? parts : isText ? listTextHunks(change, before, after) : listWholeHunks(change, before, after);
  const ids = new Set<string>();
  return {
    ...change,
    binary,
    textBefore: isText ? before : '',
    textAfter: isText ? after : '',
    hunks: hunks.map((hunk) => ({ ...hunk, id: createId(source, change, hunk, ids) })),
  };
}

type UnnamedHunk = Omit<TreeHunk, 'id'>;

/** The parts of a created file as hunks of lines. */
async function splitCreated(
  { splitCreated: split }: HunkSource,
  { path }: RawChange,
  after: string,
): Promise<readonly UnnamedHunk[]> {
  const starts = (await split?.(path, Buffer.from(after, 'latin1').toString('utf8'))) ?? [];
  const lines = splitLinesWithBreaks(after);
  return starts.map((start, index) => {
    const afterStart = index === 0 ? 1 : start;
    const added = lines.slice(afterStart - 1, (starts[index + 1] ?? lines.length + 1) - 1);
    return { kind: 'lines', lines: { beforeStart: 1, afterStart, removed: [], added } };
  });
}

function listTextHunks(change: RawChange, before: string, after: string): readonly UnnamedHunk[] {
  const hunks = computeTextHunks(before, after);
  if (change.before === undefined || change.after === undefined) {
    const [only] = hunks;
    return [{ kind: 'whole', ...(only && { shown: only }) }];
  }
  return [...listEntryHunks(change), ...hunks.map((lines): UnnamedHunk => ({ kind: 'lines', lines }))];
}

/** The parts of a file whose lines cannot be compared. */
function listWholeHunks(change: RawChange, textBefore: string, textAfter: string): readonly UnnamedHunk[] {
  const { before, after } = change;
  const isSwitched = before !== undefined && after !== undefined && isFileMode(before.mode) !== isFileMode(after.mode);
  const [removed, added] = [showWhole(before, textBefore), showWhole(after, textAfter)];
  const shown = removed && added && { beforeStart: 1, afterStart: 1, removed, added };
  const whole: UnnamedHunk = { kind: 'whole', ...(shown && { shown }) };
  if (before === undefined || after === undefined || isSwitched) return [whole];
  return [...listEntryHunks(change), ...(before.object === after.object ? [] : [whole])];
}

/** What a person sees of a file, the target of a link, or the commit of a submodule; `undefined` for a binary file. */
function showWhole(entry: TreeEntry | undefined, text: string): readonly string[] | undefined {
  if (entry?.mode === GITLINK_MODE) return [`Subproject commit ${entry.object}`];
  return text.includes('\0') ? undefined : splitLinesWithBreaks(text);
}

function listEntryHunks({ previousPath, before, after }: RawChange): readonly UnnamedHunk[] {
  return [
    ...(previousPath === undefined ? [] : [{ kind: 'rename' } as const]),
    ...(before?.mode === after?.mode ? [] : [{ kind: 'mode' } as const]),
  ];
}

/** Hunks with the same content in one file are numbered. */
function createId({ prefix }: HunkSource, change: RawChange, hunk: UnnamedHunk, taken: Set<string>): string {
  const { before, after, previousPath, path } = change;
  const { kind, lines } = hunk;
  const content =
    lines === undefined
      ? [previousPath, before?.mode, before?.object, after?.mode, after?.object]
      : [lines.removed, lines.added];
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, content]))
    .digest('hex')
    .slice(0, 10);
  const name = `${toFolderPath(prefix, path)}:${hash}`;
  let id = name;
  for (let number = 2; taken.has(id); number++) id = `${name}-${number}`;
  taken.add(id);
  return id;
}
