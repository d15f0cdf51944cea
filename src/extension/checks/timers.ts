/** The clock that delayed work is measured with; tests bring their own. */
export interface Timers {
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
