import { maskHiddenTexts } from '../holdout/hidden-texts.ts';

/** A longer line is searched in parts. */
const MAX_LINE = 64 * 1024;

/**
 * One output of a command as it arrives. While texts must be hidden, it is passed on by whole lines: a text could not be
 * recognized in parts.
 */
export class OutputStream {
  readonly #decoder = new TextDecoder();
  readonly #hiddenTexts: readonly string[];
  readonly #onOutput: (bytes: Buffer, text: string) => void;
  #pending = '';

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
    this.#passOn(end === 0 && this.#pending.length > MAX_LINE ? this.#pending.length : end);
  }

  /** Passes on the last line, which may have no end. */
  end(): void {
    this.#passOn(this.#pending.length);
  }

  #passOn(end: number): void {
    if (end === 0) return;
    const text = maskHiddenTexts(this.#pending.slice(0, end), this.#hiddenTexts);
    this.#pending = this.#pending.slice(end);
    this.#onOutput(Buffer.from(text), text);
  }
}
