import { TokenKind, TokenTable } from './token-table.ts';

/** Collects tokens in text order. Its buffers are reused for the next script. */
export class TokenWriter {
  #kinds = new Uint8Array(1 << 13);
  #starts = new Int32Array(1 << 13);
  #ends = new Int32Array(1 << 13);
  #partners = new Int32Array(1 << 13);
  #enclosing = new Int32Array(1 << 13);
  #openBrackets: number[] = [];
  count = 0;

  reset(): void {
    this.count = 0;
    this.#openBrackets = [];
  }

  write(kind: number, start: number, end: number): number {
    const index = this.count;
    if (index === this.#kinds.length) this.#grow();
    this.#kinds[index] = kind;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#partners[index] = -1;
    this.#enclosing[index] = this.#openBrackets.at(-1) ?? -1;
    this.count = index + 1;
    return index;
  }

  open(kind: number, start: number, end: number): void {
    this.#openBrackets.push(this.write(kind, start, end));
  }

  /** Returns false if no bracket is open. */
  close(start: number): boolean {
    const opening = this.#openBrackets.pop();
    if (opening === undefined) return false;
    const index = this.write(TokenKind.punctuator, start, start + 1);
    this.#partners[index] = opening;
    this.#partners[opening] = index;
    return true;
  }

  /** The number of open brackets. */
  get depth(): number {
    return this.#openBrackets.length;
  }

  /** The offset of the innermost open bracket; -1 if none is open. */
  get openedAt(): number {
    const opening = this.#openBrackets.at(-1);
    return opening === undefined ? -1 : (this.#starts[opening] ?? -1);
  }

  kindAt(index: number): number {
    return index < 0 ? 0 : (this.#kinds[index] ?? 0);
  }

  startAt(index: number): number {
    return this.#starts[index] ?? -1;
  }

  endAt(index: number): number {
    return this.#ends[index] ?? -1;
  }

  partnerAt(index: number): number {
    return this.#partners[index] ?? -1;
  }

  table(text: string): TokenTable {
    const { count } = this;
    return new TokenTable(text, {
      kinds: this.#kinds.slice(0, count),
      starts: this.#starts.slice(0, count),
      ends: this.#ends.slice(0, count),
      partners: this.#partners.slice(0, count),
      enclosing: this.#enclosing.slice(0, count),
    });
  }

  #grow(): void {
    const size = this.#kinds.length * 2;
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const grown = (before: Int32Array): Int32Array<ArrayBuffer> => {
      const after = new Int32Array(size);
      after.set(before);
      return after;
    };
    this.#starts = grown(this.#starts);
    this.#ends = grown(this.#ends);
    this.#partners = grown(this.#partners);
    this.#enclosing = grown(this.#enclosing);
  }
}
