import type { TextEdit, TextPosition } from '../diagnostics/text-range.ts';

/** The smallest single replacement that makes one text of another; undefined where they are the same. */
export function textChange(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  // An edit may not begin or end between the two characters of a line break.
  if (start > 0 && before[start - 1] === '\r') start--;
  if (same > 0 && before[before.length - same] === '\n' && before[before.length - same - 1] === '\r') same--;
  const range = { start: positionAt(before, start), end: positionAt(before, before.length - same) };
  return { range, text: after.slice(start, after.length - same) };
}

function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
