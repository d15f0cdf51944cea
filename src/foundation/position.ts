/** A position in a text. `line` and `column` are 1-based, `offset` is 0-based; columns and offsets count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A range of a text; `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A range in a file. `file` is relative to the root of the tree and uses `/`. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

/** Converts between the offsets and the positions of one text. CRLF, LF and CR end a line. */
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

  /** The position of an offset. An offset outside the text is clamped to it. */
  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: clamped - (this.#starts[low] ?? 0) + 1, offset: clamped };
  }

  /** The offset of a line and column. A position outside the text is clamped to it. */
  offsetAt(line: number, column: number): number {
    const start = this.#starts[Math.max(0, line - 1)] ?? this.#length;
    return Math.max(0, Math.min(start + column - 1, this.#length));
  }

  /** The range between two offsets. */
  range(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}

export function toLocation(file: string, range: Range): Location {
  return {
    file,
    line: range.start.line,
    column: range.start.column,
    endLine: range.end.line,
    endColumn: range.end.column,
  };
}
