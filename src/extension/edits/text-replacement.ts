/** Replaces one range of a text. Offsets are in UTF-16 code units. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Computes the smallest replacement that turns `before` into `after`, without splitting a surrogate pair or a CRLF.
 * Returns `undefined` if the texts are equal.
 */
export function computeTextReplacement(before: string, after: string): TextReplacement | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && isInsidePair(before, start)) start--;
  let suffix = 0;
  while (suffix < shorter - start && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix++;
  while (suffix > 0 && (isInsidePair(before, before.length - suffix) || isInsidePair(after, after.length - suffix)))
    suffix--;
  return { start, end: before.length - suffix, text: after.slice(start, after.length - suffix) };
}

/** Whether the offset is between the halves of a surrogate pair or of a CRLF. */
function isInsidePair(text: string, offset: number): boolean {
  const [left, right] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return (left >= 0xd800 && left <= 0xdbff) || (left === 0x0d && right === 0x0a);
}
