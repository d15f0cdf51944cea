/** Decodes output as it arrives. By whole lines if a text must not be split: it could not be recognized in parts. */
export class LineStream {
  readonly #decoder = new TextDecoder();
  readonly #byLines: boolean;
  readonly #onText: (text: string) => void;
  #pending = '';

  constructor(byLines: boolean, onText: (text: string) => void) {
    this.#byLines = byLines;
    this.#onText = onText;
  }

  add(chunk: Buffer): void {
    const text = this.#pending + this.#decoder.decode(chunk, { stream: true });
    const end = this.#byLines ? text.lastIndexOf('\n') + 1 : text.length;
    this.#pending = text.slice(end);
    if (end > 0) this.#onText(text.slice(0, end));
  }

  /** Passes on the last line, which may have no end. */
  end(): void {
    if (this.#pending !== '') this.#onText(this.#pending);
    this.#pending = '';
  }
}
