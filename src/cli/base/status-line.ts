import { stripVTControlCharacters } from 'node:util';

/** A stream that can be a terminal, such as standard error. */
export interface StatusStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const ERASE_LINE = '\r\u001b[2K';
const DEFAULT_COLUMNS = 80;

/** The last line of a terminal, which is replaced when it changes. Writes nothing if the stream is not a terminal. */
export class StatusLine {
  readonly #stream: StatusStream;
  #shown = '';
  /** Whether the cursor is behind a part of a line. */
  #isMidLine = false;

  constructor(stream: StatusStream) {
    this.#stream = stream;
  }

  /** Shows a text instead of the one before; an empty text removes it. Text of the terminal is never replaced. */
  show(text: string): void {
    if (this.#stream.isTTY !== true || this.#isMidLine) return;
    const { columns = 0 } = this.#stream;
    // A terminal that does not know its width has the width 0.
    const line = stripVTControlCharacters(text).slice(0, (columns > 0 ? columns : DEFAULT_COLUMNS) - 1);
    if (line === this.#shown) return;
    this.#stream.write(ERASE_LINE + line);
    this.#shown = line;
  }

  /** Removes the line before other text is written to the terminal. */
  beforeText(text: string): void {
    if (this.#shown !== '') this.#stream.write(ERASE_LINE);
    this.#shown = '';
    this.#isMidLine = !text.endsWith('\n');
  }
}
