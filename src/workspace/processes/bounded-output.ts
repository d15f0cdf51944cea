/**
 * Collects the output of a process up to a size limit. Keeps the beginning and the end, since one of them usually contains
 * the cause of a failure, and notes how much was omitted between them. UTF-8 characters are never cut.
 */
export class BoundedOutput {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #dropped = 0;

  /** @param limitBytes the total number of bytes to keep; a quarter of them from the beginning */
  constructor(limitBytes: number) {
    this.#headLimit = Math.floor(limitBytes / 4);
    this.#tailLimit = limitBytes - this.#headLimit;
  }

  get truncated(): boolean {
    return this.#dropped > 0;
  }

  add(chunk: Buffer): void {
    const forHead = Math.min(this.#headLimit - this.#headBytes, chunk.length);
    if (forHead > 0) {
      this.#head.push(chunk.subarray(0, forHead));
      this.#headBytes += forHead;
    }
    const rest = chunk.subarray(forHead);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    this.#shorten();
  }

  #shorten(): void {
    let excess = this.#tailBytes - this.#tailLimit;
    while (excess > 0) {
      const first = this.#tail[0];
      if (first === undefined) return;
      const cut = Math.min(excess, first.length);
      if (cut === first.length) this.#tail.shift();
      else this.#tail[0] = first.subarray(cut);
      this.#tailBytes -= cut;
      this.#dropped += cut;
      excess -= cut;
    }
  }

  toString(): string {
    if (!this.truncated) return Buffer.concat([...this.#head, ...this.#tail]).toString('utf8');
    const head = trimPartialEnd(Buffer.concat(this.#head)).toString('utf8');
    const tail = trimPartialStart(Buffer.concat(this.#tail)).toString('utf8');
    return `${head}\n[… ${this.#dropped} bytes omitted …]\n${tail}`;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function trimPartialStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

function trimPartialEnd(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead >= 0 && bytes.length - lead < 4 && isContinuation(bytes[lead])) lead -= 1;
  const first = bytes[lead];
  if (first === undefined || first < 0xc0) return bytes;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return bytes.length - lead < length ? bytes.subarray(0, lead) : bytes;
}
