/** A position, from 1. Columns count UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets to positions. Each offset must be at or after the previous one, so that no list of lines is needed. */
export class PositionCursor {
  readonly #text: string;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Continues at the start of a line. */
  moveTo(line: number, lineStart: number): void {
    this.#line = line;
    this.#lineStart = lineStart;
  }

  positionAt(offset: number): TextPosition {
    for (;;) {
      const newline = this.#text.indexOf('\n', this.#lineStart);
      if (newline < 0 || newline >= offset) break;
      this.#line++;
      this.#lineStart = newline + 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
