import type { PendingFile, PendingHunk } from '../../engine.ts';

/** Where a hunk is in the diff editor. Lines start at 0; the last line is included. */
export interface HunkPlace {
  readonly side: 'before' | 'after';
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * The place of a hunk in the documents of its file. Lines that are only removed have none in the result: the place is the
 * line before them. A deleted file has no result.
 */
export function placeHunk({ kind }: Pick<PendingFile, 'kind'>, hunk: PendingHunk): HunkPlace {
  if (kind === 'deleted') return { side: 'before', firstLine: 0, lastLine: 0 };
  if (hunk.kind !== 'lines') return { side: 'after', firstLine: 0, lastLine: 0 };
  const first = hunk.afterStart - 1;
  if (hunk.added.length === 0) {
    const line = Math.max(first - 1, 0);
    return { side: 'after', firstLine: line, lastLine: line };
  }
  return { side: 'after', firstLine: first, lastLine: first + hunk.added.length - 1 };
}

/** The hunk after or before a line of the result; `undefined` if there is none. */
export function findHunkFrom(file: PendingFile, line: number, direction: 'next' | 'previous'): PendingHunk | undefined {
  const isBeyond = (hunk: PendingHunk): boolean => {
    const { firstLine } = placeHunk(file, hunk);
    return direction === 'next' ? firstLine > line : firstLine < line;
  };
  return direction === 'next' ? file.hunks.find(isBeyond) : file.hunks.findLast(isBeyond);
}

/** The hunk at a line of the result, or the only one of the file; `undefined` between hunks. */
export function findHunkAt(file: PendingFile, line: number): PendingHunk | undefined {
  const at = file.hunks.find((hunk) => {
    const { firstLine, lastLine } = placeHunk(file, hunk);
    return line >= firstLine && line <= lastLine;
  });
  return at ?? (file.hunks.length === 1 ? file.hunks[0] : undefined);
}
