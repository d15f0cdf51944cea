/** The smallest part of a text that another text differs in, in UTF-16 units of the first. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What to put where, so that `before` becomes `after`; undefined where they are the same. No character is cut in two. */
export function textReplacement(before: string, after: string): TextReplacement | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && isInside(before, start)) start--;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  while (tail > 0 && (isInside(before, before.length - tail) || isInside(after, after.length - tail))) tail--;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Whether a cut would part a surrogate pair, or the carriage return of a line from its line feed. */
function isInside(text: string, offset: number): boolean {
  const [left, right] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return (left >= 0xd800 && left <= 0xdbff) || (left === 0x0d && right === 0x0a);
}
