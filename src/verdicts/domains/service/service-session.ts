import type { Readable } from 'node:stream';
import { CancellationTokenSource, ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import { messageOf } from '../../../foundation/errors.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { FrameError, FrameGuard } from './frame-guard.ts';
import { openMessageConnection } from './message-connection.ts';
import type { ServiceTransport } from './transport.ts';

/** How long the end of a service may come after that of its output. A child process can hold the output open for a while. */
const END_GRACE_MS = 3_000;

/** The outcome of one request. */
export type RequestOutcome =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** The connection ended before the response. */
  | { readonly kind: 'ended'; readonly reason: string }
  /** The service wrote something that is not a message, or too much. The session is closed. */
  | { readonly kind: 'protocol' | 'output-limit'; readonly reason: string }
  /** No response in time. The session is closed if the service did not react to the cancellation. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' };

/** The codes of errors that the connection itself creates. */
const LOCAL_ERRORS: ReadonlySet<number> = new Set([
  ErrorCodes.MessageWriteError,
  ErrorCodes.MessageReadError,
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
]);

export interface RequestOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface SessionOptions {
  /** The number of bytes that a service may write in one request. */
  readonly outputLimitBytes: number;
  /** How long a service may take to answer a cancelled request before it is ended, in milliseconds. */
  readonly cancelGraceMs: number;
  readonly clock: Clock;
}

/** One connection to a running service. It sends one request at a time. */
export class ServiceSession {
  readonly #transport: ServiceTransport;
  readonly #options: SessionOptions;
  readonly #guard: FrameGuard;
  readonly #connection: MessageConnection;
  readonly #failed: Promise<RequestOutcome>;
  #isOpen = true;

  constructor(transport: ServiceTransport, options: SessionOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#guard = new FrameGuard(options.outputLimitBytes);
    this.#connection = openMessageConnection(this.#guard, transport.output);
    this.#failed = new Promise((resolve) => {
      const fail = (outcome: RequestOutcome): void => {
        this.#isOpen = false;
        resolve(outcome);
      };
      this.#guard.on('error', (error) =>
        fail({ kind: error instanceof FrameError ? error.kind : 'protocol', reason: messageOf(error) }),
      );
      this.#connection.onError(([error, unsent]) => {
        // A message that could not be sent is not an error of the service. Its end or the time limit says what happened.
        if (unsent !== undefined) return;
        fail({ kind: 'protocol', reason: `it wrote a message that is not valid: ${messageOf(error)}` });
      });
      // A service that closes its output can answer nothing. Its end, if it follows, says more.
      void endOf(this.#guard).then(() => {
        const stop = options.clock.after(END_GRACE_MS, () =>
          fail({ kind: 'protocol', reason: 'it closed its output, and did not end' }),
        );
        void transport.ended.then(stop);
      });
      void transport.ended.then(async (reason) => {
        // What the service wrote before its end is read first: it can explain the end.
        await endOf(this.#guard);
        fail({ kind: 'ended', reason });
      });
    });
    transport.input.pipe(this.#guard);
    // A stream that is destroyed does not end its destination.
    if (transport.input.destroyed) this.#guard.end();
    else transport.input.once('close', () => this.#guard.end());
    this.#connection.listen();
  }

  /** Whether the service can receive another request. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a request. Never rejects. */
  async request(method: string, params: object, { timeoutMs, signal }: RequestOptions): Promise<RequestOutcome> {
    if (signal.aborted) return { kind: 'cancelled' };
    this.#guard.startRequest();
    const cancellation = new CancellationTokenSource();
    const answered = this.#connection.sendRequest<unknown>(method, params, cancellation.token).then(
      (value): RequestOutcome => ({ kind: 'result', value }),
      (thrown: unknown) => this.#toOutcome(thrown),
    );
    const answer = Promise.race([answered, this.#failed]);
    using interrupt = interruptAfter(this.#options.clock, timeoutMs, signal);
    try {
      const first = await Promise.race([answer, interrupt.interrupted]);
      if (first.kind !== 'timeout' && first.kind !== 'cancelled') return first;
      cancellation.cancel();
      await this.#waitForReaction(answer);
      return first;
    } finally {
      cancellation.dispose();
    }
  }

  /** Ends the connection and the service. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#transport.close();
    this.#connection.dispose();
  }

  /** A service that does not react to a cancellation is ended. Its later answers would belong to no request. */
  async #waitForReaction(answer: Promise<RequestOutcome>): Promise<void> {
    using grace = interruptAfter(this.#options.clock, this.#options.cancelGraceMs, new AbortController().signal);
    const outcome = await Promise.race([answer, grace.interrupted]);
    if (outcome.kind === 'timeout') await this.close();
  }

  async #toOutcome(thrown: unknown): Promise<RequestOutcome> {
    if (thrown instanceof ResponseError && !LOCAL_ERRORS.has(thrown.code)) {
      return { kind: 'error', code: thrown.code, message: thrown.message, data: thrown.data };
    }
    // The request could not be written, or the connection was disposed. The end of the service says why.
    return this.#failed;
  }
}

/** Resolves when a stream has no more data. */
function endOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.readableEnded) resolve();
    else stream.once('close', resolve).once('end', resolve);
  });
}

interface Interrupt extends Disposable {
  readonly interrupted: Promise<RequestOutcome>;
}

/** Resolves after a time, or when the signal aborts. */
function interruptAfter(clock: Clock, milliseconds: number, signal: AbortSignal): Interrupt {
  const dispose: (() => void)[] = [];
  const interrupted = new Promise<RequestOutcome>((resolve) => {
    const onAbort = (): void => resolve({ kind: 'cancelled' });
    signal.addEventListener('abort', onAbort, { once: true });
    dispose.push(
      () => signal.removeEventListener('abort', onAbort),
      clock.after(milliseconds, () => resolve({ kind: 'timeout' })),
    );
  });
  return { interrupted, [Symbol.dispose]: () => dispose.forEach((action) => action()) };
}
