import { CancelledError } from '../shared/errors.ts';
import type { Clock } from './clock.ts';

/**
 * Waits for the steps of one call, each no longer than a limit, and not beyond an abort. It only stops waiting: ending
 * the request behind a step is the caller's business.
 */
export class StallWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #signal: AbortSignal;
  readonly #stalled: () => Error;

  constructor(clock: Clock, limitMs: number, signal: AbortSignal, stalled: () => Error) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#signal = signal;
    this.#stalled = stalled;
  }

  step<Value>(work: PromiseLike<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const onAbort = (): void => {
        stop();
        reject(new CancelledError('the call of the model'));
      };
      const stop = this.#clock.after(this.#limitMs, () => {
        this.#signal.removeEventListener('abort', onAbort);
        reject(this.#stalled());
      });
      const done = (): void => {
        stop();
        this.#signal.removeEventListener('abort', onAbort);
      };
      work.then(
        (value) => {
          done();
          resolve(value);
        },
        (thrown: unknown) => {
          done();
          reject(thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown }));
        },
      );
      if (this.#signal.aborted) onAbort();
      else this.#signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
