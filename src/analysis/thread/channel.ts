import { CancelledError, HoldfastError } from '../../shared/errors.ts';
import { receivedError, sentError } from './sent-error.ts';
import type { SentError } from './sent-error.ts';

/** What one side can be asked: by name, what a call takes, answers and tells on the way. All of it can be sent. */
export type Methods = Readonly<Record<string, Method<readonly unknown[], unknown, unknown>>>;

export interface Method<Takes extends readonly unknown[], Gives = undefined, Tells = undefined> {
  readonly takes: Takes;
  readonly gives: Gives;
  readonly tells: Tells;
}

/** What a side answers calls with. */
export type Handlers<Own extends Methods> = {
  readonly [Name in keyof Own]: (
    call: Call<Own[Name]['tells']>,
    ...given: Own[Name]['takes']
  ) => Promise<Own[Name]['gives']>;
};

/** A call that is being answered. */
export interface Call<Tells> {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Tells the caller something before the answer. */
  readonly tell: (value: Tells) => void;
}

export interface CallOptions<Tells> {
  readonly signal?: AbortSignal;
  readonly onTold?: (value: Tells) => void;
}

/** One end of a pair that messages go between: a worker, or the port of the thread that started it. */
export interface MessageEnd {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly given: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'told'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError };

interface Waiting {
  readonly settle: (message: Extract<Message, { kind: 'done' | 'failed' }>) => void;
  readonly told: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Calls between two threads, in both directions at once. Errors arrive as they were thrown; a cancelled call is
 * rejected at once, and the other side is told.
 */
export class Channel<Own extends Methods, Theirs extends Methods> {
  readonly #end: MessageEnd;
  readonly #handlers: Handlers<Own>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #answering = new Map<number, AbortController>();
  #calls = 0;
  #closed: Error | undefined;

  constructor(end: MessageEnd, handlers: Handlers<Own>) {
    this.#end = end;
    this.#handlers = handlers;
    end.on('message', (message) => {
      this.#receive(message);
    });
  }

  /** How many calls wait for their answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  call<Name extends keyof Theirs & string>(
    name: Name,
    given: Theirs[Name]['takes'],
    options: CallOptions<Theirs[Name]['tells']> = {},
  ): Promise<Theirs[Name]['gives']> {
    const { signal, onTold } = options;
    return new Promise((resolve, reject) => {
      if (this.#closed) throw this.#closed;
      if (signal?.aborted) throw new CancelledError(name);
      const id = ++this.#calls;
      const cancel = (): void => {
        this.#waiting.delete(id);
        this.#end.postMessage({ kind: 'cancel', id } satisfies Message);
        reject(new CancelledError(name));
      };
      const finish = (): void => {
        this.#waiting.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      this.#waiting.set(id, {
        settle: (message) => {
          finish();
          if (message.kind === 'done') resolve(message.value);
          else reject(receivedError(message.error));
        },
        told: (value) => onTold?.(value),
        reject: (reason) => {
          finish();
          reject(reason instanceof Error ? reason : new Error(String(reason)));
        },
      });
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        this.#end.postMessage({ kind: 'call', id, name, given } satisfies Message);
      } catch (error) {
        finish();
        throw error;
      }
    });
  }

  /** Rejects what waits and everything that is called later, and aborts what is being answered. */
  close(reason: HoldfastError): void {
    this.#closed ??= reason;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(reason);
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
      case 'told':
        this.#waiting.get(message.id)?.told(message.value);
        return;
      case 'done':
      case 'failed':
        this.#waiting.get(message.id)?.settle(message);
    }
  }

  async #answer({ id, name, given }: Extract<Message, { kind: 'call' }>): Promise<void> {
    const controller = new AbortController();
    this.#answering.set(id, controller);
    try {
      const handler = this.#handlers[name];
      if (!handler) throw new HoldfastError('internal', `Failed to call ${name}: the other thread does not know it`);
      const tell = (value: unknown): void => this.#send({ kind: 'told', id, value });
      this.#send({ kind: 'done', id, value: await handler({ signal: controller.signal, tell }, ...given) });
    } catch (error) {
      this.#send({ kind: 'failed', id, error: sentError(error) });
    } finally {
      this.#answering.delete(id);
    }
  }

  #send(message: Message): void {
    if (!this.#closed) this.#end.postMessage(message);
  }
}
