import { CancelledError } from './errors.ts';

/** A source of time and timers. Tests pass a clock that they control. */
export interface Clock {
  /** Milliseconds since an arbitrary start. Only differences are meaningful. */
  now(): number;
  /** Runs an action once after a delay. The returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Resolves after a delay. Rejects with a CancelledError as soon as the signal aborts.
 *
 * @param action the action that is cancelled, for the error message
 */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal, action: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new CancelledError(action));
      return;
    }
    const onAbort = (): void => {
      stop();
      reject(new CancelledError(action));
    };
    const stop = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
