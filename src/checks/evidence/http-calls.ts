import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, HoldfastError, messageOf } from '../../shared/errors.ts';
import { withEnvironment } from './environment-placeholders.ts';
import { requireTrust } from './trust.ts';

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  /** Values may hold `${env:NAME}`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  /** Redirects are an answer like any other unless they are followed. */
  readonly followRedirects?: boolean;
  /** How often it is sent again when no answer came, or one that `accepts` refuses. */
  readonly retries?: number;
  readonly accepts?: (status: number) => boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | undefined;
  readonly redirectedTo: string | undefined;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 10 * 1024 * 1024;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3_000;

/**
 * Sends the requests of one validation. The same call is sent once, however many assertions speak of it; calls to one
 * origin go one after the other, in the order in which they are asked for.
 */
export class HttpCalls {
  readonly #trusted: boolean;
  readonly #environment: (name: string) => string | undefined | Promise<string | undefined>;
  readonly #signal: AbortSignal;
  readonly #replies = new Map<string, Promise<HttpReply>>();
  readonly #lastOfOrigin = new Map<string, Promise<unknown>>();

  constructor(
    trusted: boolean,
    environment: (name: string) => string | undefined | Promise<string | undefined>,
    signal: AbortSignal,
  ) {
    this.#trusted = trusted;
    this.#environment = environment;
    this.#signal = signal;
  }

  /** Throws a HoldfastError where no answer came; any status is an answer. */
  async send(call: HttpCall): Promise<HttpReply> {
    requireTrust(this.#trusted, 'it sends a request over HTTP');
    const key = keyOf(call);
    let reply = this.#replies.get(key);
    if (!reply) {
      const { origin } = new URL(call.url);
      reply = (this.#lastOfOrigin.get(origin) ?? Promise.resolve()).then(() => this.#sendWithRetries(call));
      this.#lastOfOrigin.set(
        origin,
        reply.catch(() => undefined),
      );
      this.#replies.set(key, reply);
    }
    return reply;
  }

  async #sendWithRetries(call: HttpCall): Promise<HttpReply> {
    const tries = 1 + (call.retries ?? 0);
    for (let made = 1; ; made++) {
      try {
        const reply = await this.#sendOnce(call);
        if (made >= tries || (call.accepts?.(reply.status) ?? true)) return reply;
      } catch (error) {
        if (made >= tries || error instanceof CancelledError) throw error;
      }
      await this.#wait(Math.min(FIRST_WAIT_MS * 2 ** (made - 1), LONGEST_WAIT_MS));
    }
  }

  async #sendOnce(call: HttpCall): Promise<HttpReply> {
    const what = `${call.method} ${call.url}`;
    const headers = await this.#headersOf(call);
    const timeoutMs = call.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(call.url, {
        method: call.method,
        headers,
        body: call.body,
        redirect: call.followRedirects ? 'follow' : 'manual',
        signal: AbortSignal.any([this.#signal, timeout]),
      });
      return {
        status: response.status,
        text: await boundedText(response, what),
        contentType: response.headers.get('content-type') ?? undefined,
        redirectedTo: response.headers.get('location') ?? undefined,
      };
    } catch (error) {
      if (this.#signal.aborted) throw new CancelledError(what);
      if (timeout.aborted) {
        throw new HoldfastError('limit', `Failed to get an answer to ${what}: none came within ${timeoutMs / 1000} s`, {
          cause: error,
          retryable: true,
        });
      }
      if (error instanceof HoldfastError) throw error;
      throw new HoldfastError('process', `Failed to get an answer to ${what}: ${reasonOf(error)}`, {
        cause: error,
        retryable: true,
      });
    }
  }

  async #headersOf(call: HttpCall): Promise<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(call.headers ?? {})) {
      headers[name] = await withEnvironment(value, `the header ${name}`, this.#environment);
    }
    return headers;
  }

  async #wait(milliseconds: number): Promise<void> {
    try {
      await delay(milliseconds, undefined, { signal: this.#signal });
    } catch {
      throw new CancelledError('waiting to send a request again');
    }
  }
}

function keyOf(call: HttpCall): string {
  const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  headers.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const manner = [call.followRedirects ?? false, call.timeoutMs ?? TIMEOUT_MS, call.retries ?? 0];
  const parts = [call.method.toUpperCase(), call.url, headers, call.body ?? null, manner];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function boundedText(response: Response, what: string): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) {
      throw new HoldfastError('limit', `Failed to read the answer to ${what}: it is larger than 10 MB`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** fetch says only "fetch failed"; the cause says why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError && cause.errors.length > 0) return messageOf(cause.errors[0]);
  return messageOf(cause ?? error);
}
