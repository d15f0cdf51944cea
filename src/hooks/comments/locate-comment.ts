import type { CommentContent } from '../../history/records/line-comments.ts';
import { computeTextHunks } from '../../workspace/hunks/text-hunks.ts';

/** Where a commented line is now, or which lines took its place. */
export type CommentPlace =
  | { readonly kind: 'unchanged'; readonly line: number }
  /** `count` lines from `line` on are there now; 0 if the lines were removed. */
  | { readonly kind: 'changed'; readonly line: number; readonly count: number };

/**
 * Finds a commented line in a later text. A line counts as changed if it, or a line directly above or below it, is part of a
 * change. A conversion of line endings is no change.
 *
 * @param before the text of the file at the time of the comment; `undefined` if it is no longer known
 * @param after the text now; `undefined` if the file is gone
 */
export function locateComment(
  { line, lineText, above, below }: Pick<CommentContent, 'line' | 'lineText' | 'above' | 'below'>,
  before: string | undefined,
  after: string | undefined,
): CommentPlace {
  if (after === undefined) return { kind: 'changed', line: 1, count: 0 };
  if (before === undefined) return locateWindow([above, lineText, below], line, after);
  let offset = 0;
  for (const { beforeStart, afterStart, removed, added } of computeTextHunks(
    unifyLineBreaks(before),
    unifyLineBreaks(after),
  )) {
    const end = beforeStart + removed.length;
    const isAt =
      removed.length === 0 ? beforeStart === line || beforeStart === line + 1 : beforeStart <= line && line < end;
    if (isAt) return { kind: 'changed', line: afterStart, count: added.length };
    if (end <= line) offset += added.length - removed.length;
  }
  return { kind: 'unchanged', line: line + offset };
}

function unifyLineBreaks(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}

function locateWindow(window: readonly string[], line: number, after: string): CommentPlace {
  const lines = ['', ...after.split(/\r\n|\n|\r/), ''];
  const found = lines.findIndex((_, index) => window.every((text, offset) => lines[index + offset] === text));
  return found < 0 ? { kind: 'changed', line, count: 1 } : { kind: 'unchanged', line: found + 1 };
}
