import { maskBeginning } from '../holdout/hidden-texts.ts';

/** A longer line is searched in parts. */
const MAX_LINE = 64 * 1024;

/**
 * One output of a command as it arrives. While texts must be hidden, it is passed on by whole lines, without its last words:
 * a text could not be recognized in parts.
 */
export class OutputStream {
  readonly #decoder = new TextDecoder();
  readonly #hiddenTexts: readonly string[];
  readonly #onOutput: (bytes: Buffer, text: string) => void;
  /** What a text may begin in, and what was not passed on. */
  #pending = '';
  /** The length of what was passed on of it. */
  #passed = 0;

  constructor(hiddenTexts: readonly string[], onOutput: (bytes: Buffer, text: string) => void) {
    this.#hiddenTexts = hiddenTexts;
    this.#onOutput = onOutput;
  }

  add(chunk: Buffer): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    if (this.#hiddenTexts.length === 0) {
      this.#onOutput(chunk, text);
      return;
    }
    this.#pending += text;
    const end = this.#pending.lastIndexOf('\n') + 1;
    if (end > this.#passed) this.#passOn(end, false);
    else if (this.#pending.length > MAX_LINE) this.#passOn(this.#pending.length, false);
  }

  /** Passes on the last line, which may have no end. */
  end(): void {
    this.#passOn(this.#pending.length, true);
  }

  #passOn(end: number, isComplete: boolean): void {
    const beginning = this.#pending.slice(0, end);
    const isLast = isComplete || end > 2 * MAX_LINE;
    const { masked, passed, kept } = maskBeginning(beginning, this.#hiddenTexts, this.#passed, isLast);
    this.#pending = this.#pending.slice(kept);
    this.#passed = passed - kept;
    if (masked !== '') this.#onOutput(Buffer.from(masked), masked);
  }
}
