const NEWLINE = 10;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const SEMICOLON = 59;
const STAR = 42;
const BACKSLASH = 92;
const BACK_QUOTE = 96;

const PLAIN = 0;
const OPENING = 1;
const CLOSING = 2;
const OTHER = 3;
const meanings = new Uint8Array(128);
for (const character of '([{') meanings[character.charCodeAt(0)] = OPENING;
for (const character of ')]}') meanings[character.charCodeAt(0)] = CLOSING;
for (const character of '\n"\'`/;') meanings[character.charCodeAt(0)] = OTHER;

const SPACE = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))+/y;
/** The last characters after which a newline ends a statement: of a name, a number, a string, `)`, `]`, `}`, `++` and `--`. */
const CAN_END = /[\p{ID_Continue})\]}"'`]$|\d\.$|\+\+$|--$/u;

/** The offset after white space and comments. */
export function skipSpace(text: string, offset: number): number {
  SPACE.lastIndex = offset;
  return SPACE.test(text) ? SPACE.lastIndex : offset;
}

/**
 * The offset of the end of the statement at an offset: of its newline or `;`, or of the bracket that closes a group around
 * it.
 */
export function endOfStatement(text: string, start: number): number {
  let depth = 0;
  let commentStart = -1;
  let commentEnd = -1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const meaning = code < 128 ? meanings[code] : PLAIN;
    if (meaning === PLAIN) continue;
    if (meaning === OPENING) depth++;
    else if (meaning === CLOSING) {
      if (--depth < 0) return at;
    } else if (code === NEWLINE) {
      if (depth > 0) continue;
      if (canEnd(text.slice(start, at).trimEnd(), start, commentStart, commentEnd)) return at;
    } else if (code === SEMICOLON) {
      if (depth === 0) return at;
    } else if (code === SLASH) {
      const end = endOfComment(text, at);
      if (end === undefined) continue;
      if (commentEnd !== at) commentStart = at;
      commentEnd = end;
      at = end - 1;
    } else at = endOfLiteral(text, at) - 1;
  }
  return text.length;
}

/** Whether a newline after a line ends the statement. The comment at the end of the line does not count. */
function canEnd(line: string, start: number, commentStart: number, commentEnd: number): boolean {
  const code = start + line.length === commentEnd ? line.slice(0, commentStart - start).trimEnd() : line;
  return code === '' || CAN_END.test(code.slice(-2));
}

/** The offset after the bracket that closes the one at an offset. */
export function endOfBrackets(text: string, start: number): number {
  const end = endOfStatement(text, start + 1);
  // Newlines and semicolons inside the brackets end nothing.
  let at = end;
  while (at < text.length && !')]}'.includes(text.charAt(at))) at = endOfStatement(text, at + 1);
  return Math.min(at + 1, text.length);
}

/** The offset after a comment; `undefined` if the slash begins none. The newline after a line comment is not part of it. */
function endOfComment(text: string, start: number): number | undefined {
  const next = text.charCodeAt(start + 1);
  if (next === SLASH) {
    const newline = text.indexOf('\n', start);
    return newline < 0 ? text.length : newline;
  }
  if (next !== STAR) return undefined;
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 2;
}

/** The offset after a string or a rune. A literal that is not closed ends with its line, or with the text. */
function endOfLiteral(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  if (quote === BACK_QUOTE) {
    const end = text.indexOf('`', start + 1);
    return end < 0 ? text.length : end + 1;
  }
  if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return start + 1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote) return at + 1;
    else if (code === NEWLINE) return at;
  }
  return text.length;
}
