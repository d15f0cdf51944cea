export interface TextBounds {
  /** Characters kept of the beginning. */
  readonly head: number;
  /** Characters kept of the end. */
  readonly tail: number;
}

/** A text with its middle left out where it is too long, cut at line ends where there are some, and a note in place. */
export function boundedText(text: string, { head, tail }: TextBounds): string {
  if (text.length <= head + tail) return text;
  const start = cutBefore(text, head);
  const end = cutAfter(text, text.length - tail);
  const left = text.slice(start, end);
  const lines = left.split('\n').length - 1;
  return `${text.slice(0, start)}[… ${left.length} characters in ${lines} lines left out here …]\n${text.slice(end)}`;
}

/** The end of the last whole line before an offset; within a line that is too long, the offset itself. */
function cutBefore(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return line > offset / 2 ? line : outsidePair(text, offset);
}

function cutAfter(text: string, offset: number): number {
  const line = text.indexOf('\n', offset) + 1;
  return line > 0 && line < offset + (text.length - offset) / 2 ? line : outsidePair(text, offset);
}

/** Never between the halves of a surrogate pair. */
function outsidePair(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset;
}
