import { CancelledError } from '../shared/errors.ts';

/** Time as this layer sees it; tests hand in one that they move themselves. */
export interface Clock {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Runs an action once after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, action: () => void): () => void;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits; ends at once with a CancelledError when the signal is aborted. */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new CancelledError(what));
      return;
    }
    const onAbort = (): void => {
      stop();
      reject(new CancelledError(what));
    };
    const stop = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
