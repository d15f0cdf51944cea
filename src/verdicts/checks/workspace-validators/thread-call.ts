import type { Worker } from 'node:worker_threads';
import { CancelledError, HoldfastError, messageOf } from '../../../foundation/errors.ts';
import type { MessageFromThread, RequestKind, MessageToThread } from './thread-messages.ts';

/** Answers the requests of a validator during a validation. */
export interface RequestHandlers {
  readText(path: string): Promise<string | undefined>;
  stepOutput(id: string): Promise<string>;
}

/** An error that the validator's own code threw. The thread can be used again. */
export class ValidatorCodeError extends HoldfastError {
  constructor(message: string) {
    super('contract', message);
    this.name = 'ValidatorCodeError';
  }
}

/** One call to a thread, from its message to its answer. */
export class ThreadCall {
  readonly #thread: Worker;
  readonly #message: MessageToThread;
  readonly #handlers: RequestHandlers | undefined;

  constructor(thread: Worker, message: MessageToThread, handlers: RequestHandlers | undefined) {
    this.#thread = thread;
    this.#message = message;
    this.#handlers = handlers;
  }

  /** Sends the message and waits for the answer. */
  async send(timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) throw new CancelledError('a custom validator');
    const thread = this.#thread;
    const cleanUps: (() => void)[] = [];
    try {
      return await new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new HoldfastError('limit', `The validator did not answer within ${timeoutMs / 1000} s`));
        }, timeoutMs);
        const onAbort = (): void => {
          reject(new CancelledError('a custom validator'));
        };
        const onError = (error: unknown): void => {
          reject(new HoldfastError('process', `The validator's thread failed: ${messageOf(error)}`));
        };
        const onExit = (code: number): void => {
          reject(new HoldfastError('process', `The validator ended its own thread (exit code ${code})`));
        };
        const onMessage = (message: MessageFromThread): void => {
          if (message.kind === 'log') return;
          if (message.kind === 'request') void this.#respond(message.id, message.request, message.name);
          else if (message.kind === 'error') reject(new ValidatorCodeError(message.message));
          else resolve(message.kind === 'loaded' ? message.validators : message.value);
        };
        cleanUps.push(
          () => clearTimeout(timer),
          () => signal.removeEventListener('abort', onAbort),
          () => thread.off('message', onMessage).off('error', onError).off('exit', onExit).off('messageerror', onError),
        );
        signal.addEventListener('abort', onAbort, { once: true });
        thread.on('message', onMessage).on('error', onError).on('exit', onExit).on('messageerror', onError);
        thread.postMessage(this.#message);
      });
    } finally {
      for (const cleanUp of cleanUps) cleanUp();
    }
  }

  async #respond(id: number, request: RequestKind, name: string): Promise<void> {
    const response = await this.#answerRequest(request, name).then(
      (value) => ({ kind: 'response' as const, id, value }),
      (error: unknown) => ({ kind: 'response' as const, id, error: messageOf(error) }),
    );
    this.#thread.postMessage(response);
  }

  #answerRequest(request: RequestKind, name: string): Promise<string | undefined> {
    if (!this.#handlers) return Promise.reject(new Error('readText and stepOutput are available only in validate'));
    return request === 'text' ? this.#handlers.readText(name) : this.#handlers.stepOutput(name);
  }
}
