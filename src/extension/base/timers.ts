/** The clock for delayed work. Tests pass a manual clock. */
export interface Timers {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** Calls back once after a delay in milliseconds, unless it is cancelled. */
  after(delayMs: number, callback: () => void): { cancel(): void };
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
