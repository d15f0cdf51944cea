/** The limits of a bounded text. */
export interface TextBounds {
  /** The maximum number of characters to keep at the start. */
  readonly head: number;
  /** The maximum number of characters to keep at the end. */
  readonly tail: number;
}

/** Replaces the middle of a long text with a note. Cuts at line ends if possible. */
export function boundedText(text: string, { head, tail }: TextBounds): string {
  if (text.length <= head + tail) return text;
  const start = lineStartBefore(text, head);
  const end = lineStartAfter(text, text.length - tail);
  const omitted = text.slice(start, end);
  const lines = omitted.split('\n').length - 1;
  return `${text.slice(0, start)}[… ${omitted.length} characters in ${lines} lines omitted …]\n${text.slice(end)}`;
}

/** The start of the line at an offset; the offset itself if the line start would drop more than half of the text before. */
function lineStartBefore(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return line > offset / 2 ? line : afterSurrogatePair(text, offset);
}

/** The start of the next line; the offset itself if the line start would drop more than half of the text after. */
function lineStartAfter(text: string, offset: number): number {
  const line = text.indexOf('\n', offset) + 1;
  return line > 0 && line < offset + (text.length - offset) / 2 ? line : afterSurrogatePair(text, offset);
}

/** Moves an offset out of the middle of a surrogate pair. */
function afterSurrogatePair(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset;
}
