/** A place in a text: line and column count from 1 (columns in UTF-16 code units), offset from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A half-open range of a text. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A place in a file of a tree; `file` is relative to the tree's root and written with `/`. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** Finds lines and columns of offsets in one text, in logarithmic time. CRLF, LF and CR end a line. */
export class LineMap {
  readonly #starts: number[] = [0];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) this.#starts.push(index + 1);
    }
  }

  /** The position of an offset; offsets outside the text are brought inside it. */
  positionAt(offset: number): Position {
    const inside = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - (this.#starts[low] ?? 0) + 1, offset: inside };
  }

  /** The offset of a line and column; places outside the text are brought inside it. */
  offsetAt(line: number, column: number): number {
    const start = this.#starts[Math.max(0, line - 1)] ?? this.#length;
    return Math.max(0, Math.min(start + column - 1, this.#length));
  }

  range(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}

export function locationOf(file: string, range: Range): Location {
  return {
    file,
    line: range.start.line,
    column: range.start.column,
    endLine: range.end.line,
    endColumn: range.end.column,
  };
}
