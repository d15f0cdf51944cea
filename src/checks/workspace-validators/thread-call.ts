import type { Worker } from 'node:worker_threads';
import { CancelledError, HoldfastError, messageOf } from '../../shared/errors.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** Answers what a validator asks for while it works. */
export interface ValidatorAsks {
  text(path: string): Promise<string | undefined>;
  step(id: string): Promise<string>;
}

/** The validator's own code threw; its thread is well. */
export class ValidatorThrew extends HoldfastError {
  constructor(message: string) {
    super('contract', message);
    this.name = 'ValidatorThrew';
  }
}

/** One call to a thread, from its message to its answer. */
export class ThreadCall {
  readonly #thread: Worker;
  readonly #message: ToThread;
  readonly #asks: ValidatorAsks | undefined;

  constructor(thread: Worker, message: ToThread, asks: ValidatorAsks | undefined) {
    this.#thread = thread;
    this.#message = message;
    this.#asks = asks;
  }

  async answer(timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) throw new CancelledError('a custom validator');
    const thread = this.#thread;
    const cleanUp: (() => void)[] = [];
    try {
      return await new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new HoldfastError('limit', `The validator gave no answer within ${timeoutMs / 1000} s`));
        }, timeoutMs);
        const cancel = (): void => {
          reject(new CancelledError('a custom validator'));
        };
        const crash = (error: unknown): void => {
          reject(new HoldfastError('process', `The validator's thread broke down: ${messageOf(error)}`));
        };
        const exit = (code: number): void => {
          reject(new HoldfastError('process', `The validator ended its own thread (exit code ${code})`));
        };
        const receive = (message: FromThread): void => {
          if (message.kind === 'log') return;
          if (message.kind === 'ask') void this.#tell(message.id, message.what, message.name);
          else if (message.kind === 'error') reject(new ValidatorThrew(message.message));
          else resolve(message.kind === 'loaded' ? message.validators : message.value);
        };
        cleanUp.push(
          () => clearTimeout(timer),
          () => signal.removeEventListener('abort', cancel),
          () => thread.off('message', receive).off('error', crash).off('exit', exit).off('messageerror', crash),
        );
        signal.addEventListener('abort', cancel, { once: true });
        thread.on('message', receive).on('error', crash).on('exit', exit).on('messageerror', crash);
        thread.postMessage(this.#message);
      });
    } finally {
      for (const clean of cleanUp) clean();
    }
  }

  async #tell(id: number, what: 'text' | 'step', name: string): Promise<void> {
    const told = await this.#asked(what, name).then(
      (value) => ({ kind: 'told' as const, id, value }),
      (error: unknown) => ({ kind: 'told' as const, id, error: messageOf(error) }),
    );
    this.#thread.postMessage(told);
  }

  #asked(what: 'text' | 'step', name: string): Promise<string | undefined> {
    if (!this.#asks) return Promise.reject(new Error('It cannot be asked for here'));
    return what === 'text' ? this.#asks.text(name) : this.#asks.step(name);
  }
}
