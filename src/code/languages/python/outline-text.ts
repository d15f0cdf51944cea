/** An import statement in the body of a function or class, on one line, with its position in the file, from 1. */
export interface NestedImport {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** A text without the bodies of its functions and classes. */
export interface OutlinedText {
  /** The text in which `pass` replaces each body. All other lines keep their numbers and columns. */
  readonly text: string;
  /** The import statements in the bodies. */
  readonly imports: readonly NestedImport[];
}

/**
 * Removes the bodies of functions and classes, which declare no name of the module. Parsing takes most of the time of
 * reading a module, and bodies are most of its text. `undefined` if the text must be parsed as a whole, because a string or
 * a bracket is not closed where it must be.
 */
export function outlineText(text: string): OutlinedText | undefined {
  return new Outliner(text).read();
}

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const FORM_FEED = 12;
const HASH = 35;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;
const TAB_WIDTH = 8;
const DEFINITION = /(?:async[ \t]+def|def|class)[ \t\\]/y;
const IMPORT = /(?:import|from)[ \t\\]/y;

class Outliner {
  readonly #text: string;
  readonly #imports: NestedImport[] = [];
  /** The number of newlines before the current offset. */
  #line = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): OutlinedText | undefined {
    const text = this.#text;
    let outline = '';
    let keptFrom = 0;
    /** The indentation of the definition whose body is being skipped. */
    let skipped: number | undefined;
    /** The line on which the skipped body began; `undefined` before its first line. */
    let bodyLine: number | undefined;
    for (let at = 0; at < text.length;) {
      const lineStart = at;
      const line = this.#line;
      const { indentation, start } = this.#indentationAt(at);
      const end = this.#endOfLogicalLine(start);
      if (end === undefined) return undefined;
      at = end;
      if (isBlank(text.charCodeAt(start))) continue;
      if (skipped !== undefined && indentation > skipped) {
        if (bodyLine === undefined) {
          outline += `${text.slice(keptFrom, start)}pass`;
          bodyLine = line;
        }
        if (matchesAt(IMPORT, text, start)) this.#addImport(start, end, lineStart, line);
        continue;
      }
      if (bodyLine !== undefined) {
        outline += '\n'.repeat(line - bodyLine);
        keptFrom = lineStart;
      }
      bodyLine = undefined;
      skipped = matchesAt(DEFINITION, text, start) ? indentation : undefined;
    }
    outline += bodyLine === undefined ? text.slice(keptFrom) : '\n';
    return { text: outline, imports: this.#imports };
  }

  #addImport(start: number, end: number, lineStart: number, line: number): void {
    const statement = this.#text
      .slice(start, end)
      .replace(/#[^\n]*/g, '')
      .replace(/\\?\r?\n/g, ' ');
    this.#imports.push({ text: statement.trim(), line: line + 1, column: start - lineStart + 1 });
  }

  #indentationAt(lineStart: number): { readonly indentation: number; readonly start: number } {
    let indentation = 0;
    let start = lineStart;
    for (; start < this.#text.length; start++) {
      const code = this.#text.charCodeAt(start);
      if (code === SPACE) indentation++;
      else if (code === TAB) indentation += TAB_WIDTH - (indentation % TAB_WIDTH);
      else if (code === FORM_FEED) indentation = 0;
      else break;
    }
    return { indentation, start };
  }

  /** The offset after the newline that ends a logical line, which brackets, strings and backslashes continue. */
  #endOfLogicalLine(start: number): number | undefined {
    const text = this.#text;
    let depth = 0;
    for (let at = start; at < text.length; at++) {
      switch (text.charCodeAt(at)) {
        case NEWLINE:
          this.#line++;
          if (depth === 0) return at + 1;
          break;
        case HASH: {
          const newline = text.indexOf('\n', at);
          at = (newline < 0 ? text.length : newline) - 1;
          break;
        }
        case BACKSLASH:
          if (text.charCodeAt(at + 1) === RETURN) at++;
          if (text.charCodeAt(at + 1) === NEWLINE) {
            this.#line++;
            at++;
          }
          break;
        case DOUBLE_QUOTE:
        case SINGLE_QUOTE: {
          const end = this.#endOfString(at);
          if (end === undefined) return undefined;
          at = end - 1;
          break;
        }
        case 40: // (
        case 91: // [
        case 123: // {
          depth++;
          break;
        case 41: // )
        case 93: // ]
        case 125: // }
          if (--depth < 0) return undefined;
          break;
      }
    }
    return depth === 0 ? text.length : undefined;
  }

  /** The offset after a string; `undefined` if it is not closed. */
  #endOfString(start: number): number | undefined {
    const text = this.#text;
    const quote = text.charCodeAt(start);
    const isTriple = text.charCodeAt(start + 1) === quote && text.charCodeAt(start + 2) === quote;
    for (let at = start + (isTriple ? 3 : 1); at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) {
        at++;
        if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE) at++;
        if (text.charCodeAt(at) === NEWLINE) this.#line++;
      } else if (code === NEWLINE) {
        if (!isTriple) return undefined;
        this.#line++;
      } else if (code === quote) {
        if (!isTriple) return at + 1;
        if (text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote) return at + 3;
      }
    }
    return undefined;
  }
}

/** Whether a line has no statement: it is empty, or a comment. */
function isBlank(first: number): boolean {
  return first === NEWLINE || first === RETURN || first === HASH || Number.isNaN(first);
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
