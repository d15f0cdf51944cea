import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { isSecretVariable } from '../../../foundation/secret-variables.ts';
import { SerialQueue } from '../../../foundation/serial-queue.ts';
import { requireTrust } from './trust.ts';

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  /** Values can contain `${env:NAME}`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** If not `true`, a redirect is the response. */
  readonly followRedirects?: boolean | undefined;
  /** The maximum number of repetitions after a failure, or after a status that `accepts` rejects. */
  readonly retries?: number | undefined;
  readonly accepts?: ((status: number) => boolean) | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | undefined;
  readonly redirectedTo: string | undefined;
}

type ReadVariable = (name: string) => string | undefined | Promise<string | undefined>;

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 3_000;

/**
 * Sends the requests of one validation. Equal requests of several assertions are sent once. Requests to the same origin
 * are sent one at a time, in the order of the calls.
 */
export class HttpCalls {
  readonly #trusted: boolean;
  readonly #environment: ReadVariable;
  readonly #signal: AbortSignal;
  readonly #replies = new Map<string, Promise<HttpReply>>();
  readonly #queues = new Map<string, SerialQueue>();

  constructor(trusted: boolean, environment: ReadVariable, signal: AbortSignal) {
    this.#trusted = trusted;
    this.#environment = environment;
    this.#signal = signal;
  }

  /** Resolves with any status. Throws a HoldfastError if there is no response. */
  async send(call: HttpCall): Promise<HttpReply> {
    requireTrust(this.#trusted, 'the check sends an HTTP request');
    const key = keyOf(call);
    let reply = this.#replies.get(key);
    if (!reply) {
      const { origin } = new URL(call.url);
      const queue = this.#queues.get(origin) ?? new SerialQueue();
      this.#queues.set(origin, queue);
      reply = queue.add(() => this.#sendWithRetries(call));
      this.#replies.set(key, reply);
    }
    return reply;
  }

  async #sendWithRetries(call: HttpCall): Promise<HttpReply> {
    const maxAttempts = 1 + (call.retries ?? 0);
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await this.#sendOnce(call);
        if (attempt >= maxAttempts || (call.accepts?.(reply.status) ?? true)) return reply;
      } catch (error) {
        if (attempt >= maxAttempts || error instanceof CancelledError) throw error;
      }
      await this.#wait(Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS));
    }
  }

  async #sendOnce(call: HttpCall): Promise<HttpReply> {
    const request = `${call.method} ${call.url}`;
    const headers = await this.#headersOf(call);
    const timeoutMs = call.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(call.url, {
        method: call.method,
        headers,
        ...(call.body === undefined ? {} : { body: call.body }),
        redirect: call.followRedirects ? 'follow' : 'manual',
        signal: AbortSignal.any([this.#signal, timeout]),
      });
      return {
        status: response.status,
        text: await readBoundedText(response, request),
        contentType: response.headers.get('content-type') ?? undefined,
        redirectedTo: response.headers.get('location') ?? undefined,
      };
    } catch (error) {
      if (this.#signal.aborted) throw new CancelledError(request);
      if (timeout.aborted) {
        throw new HoldfastError('limit', `Failed to send ${request}: no response within ${timeoutMs / 1000} s`, {
          cause: error,
          retryable: true,
        });
      }
      if (error instanceof HoldfastError) throw error;
      throw new HoldfastError('process', `Failed to send ${request}: ${reasonOf(error)}`, {
        cause: error,
        retryable: true,
      });
    }
  }

  async #headersOf(call: HttpCall): Promise<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(call.headers ?? {})) {
      headers[name] = await substituteVariables(value, `the header ${name}`, this.#environment);
    }
    return headers;
  }

  async #wait(milliseconds: number): Promise<void> {
    try {
      await delay(milliseconds, undefined, { signal: this.#signal });
    } catch {
      throw new CancelledError('waiting to repeat a request');
    }
  }
}

function keyOf(call: HttpCall): string {
  const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  headers.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const options = [call.followRedirects ?? false, call.timeoutMs ?? TIMEOUT_MS, call.retries ?? 0];
  const parts = [call.method.toUpperCase(), call.url, headers, call.body ?? null, options];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function readBoundedText(response: Response, request: string): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      throw new HoldfastError('limit', `Failed to read the response to ${request}: it is larger than 10 MB`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The message of a fetch error is always "fetch failed"; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError && cause.errors.length > 0) return messageOf(cause.errors[0]);
  return messageOf(cause ?? error);
}

const PLACEHOLDER = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Replaces `${env:NAME}` with the value of the variable. Throws if a variable is not set. */
async function substituteVariables(text: string, subject: string, environment: ReadVariable): Promise<string> {
  const values = new Map<string, string>();
  for (const match of text.matchAll(PLACEHOLDER)) {
    const name = match[1] ?? '';
    if (isSecretVariable(name)) {
      throw new HoldfastError('configuration', `Failed to create ${subject}: ${name} contains a secret of Holdfast`, {
        hint: 'Use another variable: a request of a check never contains keys of models, tokens of forges or the URL of the history.',
      });
    }
    const value = await environment(name);
    if (value === undefined) {
      throw new HoldfastError(
        'configuration',
        `Failed to create ${subject}: the environment variable ${name} is not set`,
        { hint: `Set the environment variable ${name} and check again.` },
      );
    }
    values.set(name, value);
  }
  return text.replaceAll(PLACEHOLDER, (_placeholder, name: string) => values.get(name) ?? '');
}
