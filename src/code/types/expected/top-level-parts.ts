/** A part of a text between semicolons. */
export interface Part {
  readonly text: string;
  readonly start: number;
}

const opening = '([{<';
const closing = ')]}>';

/** Splits a text at the semicolons outside brackets, strings and comments. Empty parts are omitted. */
export function topLevelParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let depth = 0;
  let start = 0;
  const end = (at: number): void => {
    const raw = text.slice(start, at);
    const trimmed = raw.trim();
    if (trimmed !== '') parts.push({ text: trimmed, start: start + raw.indexOf(trimmed) });
    start = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const skipped = endOfSkipped(text, at);
    if (skipped > at) at = skipped - 1;
    else if (opening.includes(character)) depth++;
    else if (closing.includes(character) && !(character === '>' && text[at - 1] === '=')) depth--;
    else if (character === ';' && depth <= 0) end(at);
  }
  end(text.length);
  return parts;
}

/** The end of the string or comment that starts at an offset; the offset itself if neither starts there. */
function endOfSkipped(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '"' || character === "'" || character === '`') {
    for (let to = at + 1; to < text.length; to++) {
      if (text[to] === '\\') to++;
      else if (text[to] === character) return to + 1;
    }
    return text.length;
  }
  const closer = text.startsWith('//', at) ? '\n' : text.startsWith('/*', at) ? '*/' : undefined;
  if (closer === undefined) return at;
  const found = text.indexOf(closer, at + 2);
  return found < 0 ? text.length : found + closer.length;
}
