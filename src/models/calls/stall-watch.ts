import type { Clock } from '../../foundation/clock.ts';
import { CancelledError } from '../../foundation/errors.ts';

/**
 * Limits how long each step of a call may take, and stops waiting when the call is cancelled. The caller must end the
 * request.
 */
export class StallWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #signal: AbortSignal;
  readonly #createError: () => Error;

  /** @param createError creates the error of a step that exceeds the limit */
  constructor(clock: Clock, limitMs: number, signal: AbortSignal, createError: () => Error) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#signal = signal;
    this.#createError = createError;
  }

  /** Returns the result of a step. Throws if the step fails, exceeds the limit or is cancelled. */
  waitFor<Value>(step: PromiseLike<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const onAbort = (): void => {
        stopTimer();
        reject(new CancelledError('call the model'));
      };
      const stopTimer = this.#clock.after(this.#limitMs, () => {
        this.#signal.removeEventListener('abort', onAbort);
        reject(this.#createError());
      });
      const cleanUp = (): void => {
        stopTimer();
        this.#signal.removeEventListener('abort', onAbort);
      };
      step.then(
        (value) => {
          cleanUp();
          resolve(value);
        },
        (thrown: unknown) => {
          cleanUp();
          reject(thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown }));
        },
      );
      if (this.#signal.aborted) onAbort();
      else this.#signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
