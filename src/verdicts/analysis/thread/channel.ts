import { CancelledError, HoldfastError, messageOf, type ErrorCode } from '../../../foundation/errors.ts';
import type { CallOptions, Methods } from '../method.ts';

/** The implementations of the methods of one side. */
export type Handlers<Own extends Methods> = {
  readonly [Name in keyof Own]: (
    call: IncomingCall<Own[Name]['progress']>,
    ...params: Own[Name]['params']
  ) => Promise<Own[Name]['result']>;
};

/** The context in which a handler answers a call. */
export interface IncomingCall<Progress> {
  /** Aborted when the caller cancels the call. */
  readonly signal: AbortSignal;
  /** Sends the caller a value before the result. */
  readonly report: (value: Progress) => void;
}

/** One endpoint of a message connection: a worker, or the parent port inside the worker. */
export interface MessageEndpoint {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly params: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: SerializedError };

interface PendingCall {
  readonly settle: (message: Extract<Message, { kind: 'result' | 'error' }>) => void;
  readonly progress: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Calls between two threads in both directions. An error arrives as a HoldfastError with the code, hint and retryability
 * of the original. A cancelled call rejects immediately, and the other side is notified.
 */
export class Channel<Own extends Methods, Remote extends Methods> {
  readonly #endpoint: MessageEndpoint;
  readonly #handlers: Handlers<Own>;
  /** The calls to the other side that have no result yet, by id. */
  readonly #pending = new Map<number, PendingCall>();
  /** Cancel the calls of the other side that are being answered, by id. */
  readonly #answering = new Map<number, AbortController>();
  #callCount = 0;
  #closeReason: Error | undefined;

  constructor(endpoint: MessageEndpoint, handlers: Handlers<Own>) {
    this.#endpoint = endpoint;
    this.#handlers = handlers;
    endpoint.on('message', (message) => {
      this.#receive(message);
    });
  }

  call<Name extends keyof Remote & string>(
    name: Name,
    params: Remote[Name]['params'],
    options: CallOptions<Remote[Name]['progress']> = {},
  ): Promise<Remote[Name]['result']> {
    const { signal, onProgress } = options;
    return new Promise((resolve, reject) => {
      if (this.#closeReason) throw this.#closeReason;
      if (signal?.aborted) throw new CancelledError(name);
      const id = ++this.#callCount;
      const cancel = (): void => {
        this.#pending.delete(id);
        this.#endpoint.postMessage({ kind: 'cancel', id } satisfies Message);
        reject(new CancelledError(name));
      };
      const finish = (): void => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      this.#pending.set(id, {
        settle: (message) => {
          finish();
          if (message.kind === 'result') resolve(message.value);
          else reject(deserializeError(message.error, name));
        },
        progress: (value) => onProgress?.(value),
        reject: (reason) => {
          finish();
          reject(reason instanceof Error ? reason : new Error(String(reason)));
        },
      });
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        this.#endpoint.postMessage({ kind: 'call', id, name, params } satisfies Message);
      } catch (error) {
        finish();
        throw error;
      }
    });
  }

  /** Rejects every pending and future call, and aborts the calls that are being answered. */
  close(reason: HoldfastError): void {
    this.#closeReason ??= reason;
    for (const pending of [...this.#pending.values()]) pending.reject(reason);
    for (const answering of this.#answering.values()) answering.abort();
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'call':
        void this.#answer(message);
        return;
      case 'cancel':
        this.#answering.get(message.id)?.abort();
        return;
      case 'progress':
        this.#pending.get(message.id)?.progress(message.value);
        return;
      case 'result':
      case 'error':
        this.#pending.get(message.id)?.settle(message);
    }
  }

  async #answer({ id, name, params }: Extract<Message, { kind: 'call' }>): Promise<void> {
    const controller = new AbortController();
    this.#answering.set(id, controller);
    try {
      const handler = this.#handlers[name];
      if (!handler) throw new HoldfastError('internal', `Failed to call ${name}: the other thread has no such method`);
      const report = (value: unknown): void => this.#send({ kind: 'progress', id, value });
      this.#send({ kind: 'result', id, value: await handler({ signal: controller.signal, report }, ...params) });
    } catch (error) {
      this.#send({ kind: 'error', id, error: serializeError(error) });
    } finally {
      this.#answering.delete(id);
    }
  }

  #send(message: Message): void {
    if (!this.#closeReason) this.#endpoint.postMessage(message);
  }
}

/** An error in a form that can be cloned between threads. */
interface SerializedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly stack: string | undefined;
}

function serializeError(thrown: unknown): SerializedError {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  if (!(thrown instanceof HoldfastError)) {
    return { code: 'internal', message: messageOf(thrown), hint: undefined, retryable: false, stack };
  }
  const { code, message, hint, retryable } = thrown;
  return { code, message, hint, retryable, stack };
}

/**
 * The error of the other thread; its cause carries the original stack.
 *
 * @param method names the call if it was cancelled
 */
function deserializeError({ code, message, hint, retryable, stack }: SerializedError, method: string): HoldfastError {
  if (code === 'cancelled') return new CancelledError(method);
  const cause = new Error('Thrown in another thread');
  if (stack !== undefined) cause.stack = stack;
  return new HoldfastError(code, message, { hint, retryable, cause });
}
