import { PositionCursor, type TextPosition } from '../text/position-cursor.ts';

const TAB = 9;
const NEWLINE = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const COLON = 58;
const SEMICOLON = 59;
const EQUALS = 61;
const BACKSLASH = 92;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const TAB_WIDTH = 8;
/** Python rejects formatted strings at a level of 150. */
const MAX_LEVEL = 150;

/** What a character can mean: 0 for nothing, so that most characters are skipped with one look-up. */
const PLAIN = 0;
const OPENING = 1;
const CLOSING = 2;
const OTHER = 3;
const meanings = new Uint8Array(128);
for (const character of '([{') meanings[character.charCodeAt(0)] = OPENING;
for (const character of ')]}') meanings[character.charCodeAt(0)] = CLOSING;
for (const character of '\n#\\"\'=:;') meanings[character.charCodeAt(0)] = OTHER;

/**
 * Splits a text into logical lines, which brackets, strings and backslashes continue. It accepts every text: an unclosed
 * string ends with its line, and an unclosed bracket or triple quote with the text.
 */
export class LogicalLines {
  readonly text: string;
  /** The first character that is no white space, and the end before the newline, of the current line. */
  start = 0;
  end = 0;
  indentation = 0;
  /** The indentation with tabs of one column. */
  narrowIndentation = 0;
  /** The offsets of `=`, `:` and `;` outside brackets and strings. Comparisons are left out, `+=` is not. */
  readonly marks: number[] = [];
  /** Whether the line contains `:=` outside strings. */
  hasNamedExpression = false;
  #next = 0;
  /** The number of newlines before `#next`. */
  #line = 0;
  #lineStart = 0;
  #firstLine = 1;
  readonly #cursor: PositionCursor;

  constructor(text: string) {
    this.text = text;
    this.#cursor = new PositionCursor(text);
  }

  /** Moves to the next line with a statement. @returns false at the end of the text */
  next(): boolean {
    const { text } = this;
    while (this.#next < text.length) {
      const lineStart = this.#next;
      const firstLine = this.#line + 1;
      this.#readIndentation(lineStart);
      const first = text.charCodeAt(this.start);
      if (first === HASH || first === NEWLINE || first === RETURN || Number.isNaN(first)) {
        const newline = text.indexOf('\n', this.start);
        this.#next = newline < 0 ? text.length : newline + 1;
        this.#line++;
        continue;
      }
      this.#lineStart = lineStart;
      this.#firstLine = firstLine;
      this.#readLine();
      return true;
    }
    return false;
  }

  /** The position of an offset in the current line. */
  positionAt(offset: number): TextPosition {
    this.#cursor.moveTo(this.#firstLine, this.#lineStart);
    return this.#cursor.positionAt(offset);
  }

  #readIndentation(lineStart: number): void {
    const { text } = this;
    let indentation = 0;
    let narrow = 0;
    let at = lineStart;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) {
        indentation++;
        narrow++;
      } else if (code === TAB) {
        indentation += TAB_WIDTH - (indentation % TAB_WIDTH);
        narrow++;
      } else if (code === FORM_FEED) {
        indentation = 0;
        narrow = 0;
      } else break;
    }
    this.start = at;
    this.indentation = indentation;
    this.narrowIndentation = narrow;
    if (text.charCodeAt(at) === BACKSLASH) this.#continueIndentation(at);
  }

  /** A backslash joins the indentation with the next line. White space before the first one is the whole indentation. */
  #continueIndentation(backslash: number): void {
    const { text, indentation, narrowIndentation } = this;
    const newline = backslash + (text.charCodeAt(backslash + 1) === RETURN ? 2 : 1);
    if (text.charCodeAt(newline) !== NEWLINE) return;
    this.#line++;
    this.#readIndentation(newline + 1);
    if (indentation === 0) return;
    this.indentation = indentation;
    this.narrowIndentation = narrowIndentation;
  }

  #readLine(): void {
    const { text, marks } = this;
    marks.length = 0;
    this.hasNamedExpression = false;
    let depth = 0;
    let at = this.start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const meaning = code < 128 ? meanings[code] : PLAIN;
      if (meaning === PLAIN) continue;
      if (meaning === OPENING) depth++;
      else if (meaning === CLOSING) {
        if (depth > 0) depth--;
      } else if (code === NEWLINE) {
        this.#line++;
        if (depth === 0) break;
      } else if (code === HASH) {
        const newline = text.indexOf('\n', at);
        at = (newline < 0 ? text.length : newline) - 1;
      } else if (code === BACKSLASH) {
        if (text.charCodeAt(at + 1) === RETURN) at++;
        if (text.charCodeAt(at + 1) === NEWLINE) {
          this.#line++;
          at++;
        }
      } else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        const end = endOfString(text, at);
        this.#line += countNewlines(text, at, end);
        at = end - 1;
      } else if (code === EQUALS) at = this.#readEquals(at, depth);
      else if (depth === 0 && (code === SEMICOLON || text.charCodeAt(at + 1) !== EQUALS)) marks.push(at);
    }
    this.end = text.charCodeAt(at - 1) === RETURN ? at - 1 : at;
    this.#next = at + 1;
  }

  /** @returns the offset of the last character of the operator */
  #readEquals(at: number, depth: number): number {
    const { text } = this;
    if (text.charCodeAt(at + 1) === EQUALS) return at + 1;
    const previous = text.charAt(at - 1);
    if (previous === ':') this.hasNamedExpression = true;
    // `<=`, `>=` and `!=` compare, and `<<=` assigns.
    else if (depth === 0 && (!'<>!'.includes(previous) || text.charAt(at - 2) === previous)) this.marks.push(at);
    return at;
  }
}

/**
 * The offset after the string that starts at a quote. A string that is not closed ends with its line, or with the text.
 *
 * @param level the number of replacement fields around it
 */
export function endOfString(text: string, start: number, level = 0): number {
  const quote = text.charCodeAt(start);
  const isTriple = text.charCodeAt(start + 1) === quote && text.charCodeAt(start + 2) === quote;
  const isFormatted = level < MAX_LEVEL && hasFormat(text, start);
  for (let at = start + (isTriple ? 3 : 1); at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      // A backslash does not escape the brace of a replacement field.
      if (isFormatted && text.charCodeAt(at + 1) === OPENING_BRACE) continue;
      at += text.charCodeAt(at + 1) === RETURN && text.charCodeAt(at + 2) === NEWLINE ? 2 : 1;
    } else if (code === NEWLINE) {
      if (!isTriple) return at;
    } else if (code === quote) {
      if (!isTriple) return at + 1;
      if (text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote) return at + 3;
    } else if (isFormatted && code === OPENING_BRACE) {
      if (text.charCodeAt(at + 1) === OPENING_BRACE) at++;
      else at = endOfReplacement(text, at, isTriple, level + 1) - 1;
    }
  }
  return text.length;
}

/** Whether the letters before a quote make it a string with replacement fields. */
function hasFormat(text: string, quote: number): boolean {
  let at = quote - 1;
  let found = false;
  for (; at >= quote - 2 && /[a-zA-Z]/.test(text.charAt(at)); at--) if (/[fFtT]/.test(text.charAt(at))) found = true;
  return found && !/[\w.]/.test(text.charAt(at));
}

/**
 * The offset after the `}` of a replacement field, which can contain newlines, comments, and strings with the quote of the
 * outer one.
 */
function endOfReplacement(text: string, start: number, isTriple: boolean, level: number): number {
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) at = endOfString(text, at, level) - 1;
    else if (code === HASH) {
      const newline = text.indexOf('\n', at);
      at = newline < 0 ? text.length : newline;
    } else if (code < 128 && meanings[code] === OPENING) depth++;
    else if (code === CLOSING_BRACE && depth === 0) return at + 1;
    else if (code < 128 && meanings[code] === CLOSING) depth--;
    else if (code === COLON && depth === 0) return endOfFormat(text, at, isTriple, level);
  }
  return text.length;
}

/** The offset after the `}` that ends a format, which can contain replacement fields. */
function endOfFormat(text: string, start: number, isTriple: boolean, level: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === CLOSING_BRACE) return at + 1;
    if (code === NEWLINE && !isTriple) return at;
    if (code === OPENING_BRACE && level < MAX_LEVEL) at = endOfReplacement(text, at, isTriple, level + 1) - 1;
  }
  return text.length;
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
