import { Transform, type TransformCallback } from 'node:stream';

/** A violation of the framing of messages. */
export class FrameError extends Error {
  readonly kind: 'protocol' | 'output-limit';

  constructor(kind: 'protocol' | 'output-limit', message: string) {
    super(message);
    this.name = 'FrameError';
    this.kind = kind;
  }
}

const HEADER_START = 'content-';
const HEADER_END = '\r\n\r\n';
const MAX_HEADER_BYTES = 4096;
const SAMPLE_LENGTH = 120;

/**
 * Passes the output of a service on as long as it consists of framed messages. Fails with a FrameError at the first byte
 * that is not a part of one, such as a line that the service printed, and at a message over the limit. Without it, a
 * reader would wait for the end of a header that never arrives.
 */
export class FrameGuard extends Transform {
  readonly #limit: number;
  #header = Buffer.alloc(0);
  /** The bytes of the current message that are still missing. 0: a header follows. */
  #missing = 0;
  #total = 0;

  /** @param limitBytes the number of bytes allowed between two calls of `startRequest` */
  constructor(limitBytes: number) {
    super();
    this.#limit = limitBytes;
  }

  /** Starts to count the output from zero. */
  startRequest(): void {
    this.#total = 0;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#total += chunk.length;
    try {
      if (this.#total > this.#limit) throw this.#tooLarge();
      this.#check(chunk);
    } catch (thrown) {
      callback(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return;
    }
    callback(null, chunk);
  }

  override _flush(callback: TransformCallback): void {
    // A service that dies in the middle of a message has crashed. That is reported by its end.
    callback();
  }

  #check(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#missing > 0) {
        const taken = Math.min(this.#missing, rest.length);
        this.#missing -= taken;
        rest = rest.subarray(taken);
        continue;
      }
      const known = this.#header.length;
      this.#header = Buffer.concat([this.#header, rest.subarray(0, MAX_HEADER_BYTES)]);
      const text = this.#header.toString('latin1');
      if (!startsLikeHeader(text)) throw noise(this.#header);
      const end = text.indexOf(HEADER_END);
      if (end < 0) {
        if (/\n\n/.test(text)) throw new FrameError('protocol', 'a header must end with \\r\\n\\r\\n, not with \\n\\n');
        if (this.#header.length >= MAX_HEADER_BYTES) throw noise(this.#header);
        return;
      }
      this.#missing = this.#contentLength(text.slice(0, end));
      this.#header = Buffer.alloc(0);
      rest = rest.subarray(end + HEADER_END.length - known);
    }
  }

  #contentLength(header: string): number {
    const length = /^content-length: *(\d+) *$/im.exec(header)?.[1];
    if (length === undefined) {
      throw new FrameError('protocol', `a message has no valid Content-Length: ${sample(header)}`);
    }
    if (Number(length) > this.#limit) throw this.#tooLarge();
    return Number(length);
  }

  #tooLarge(): FrameError {
    return new FrameError('output-limit', `it wrote more than ${this.#limit} bytes in one request`);
  }
}

function startsLikeHeader(text: string): boolean {
  const start = text.slice(0, HEADER_START.length).toLowerCase();
  return HEADER_START.startsWith(start);
}

function noise(bytes: Buffer): FrameError {
  return new FrameError(
    'protocol',
    `it wrote text to its standard output that is not a message: ${sample(bytes.toString('utf8'))}. Only messages may be written there. Write logs to standard error.`,
  );
}

function sample(text: string): string {
  const line = text.split(/\r?\n/).find((part) => part.trim() !== '') ?? '';
  return JSON.stringify(line.length > SAMPLE_LENGTH ? `${line.slice(0, SAMPLE_LENGTH)}…` : line);
}
