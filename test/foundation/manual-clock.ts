import type { Clock } from '../../src/foundation/clock.ts';

/**
 * A clock that a test controls. Delays shorter than `threshold` elapse immediately and are recorded in `delays`. Longer
 * delays elapse when the test calls `advance`.
 */
export class ManualClock implements Clock {
  readonly delays: number[] = [];
  readonly #timers = new Set<{ readonly due: number; readonly action: () => void }>();
  readonly #threshold: number;
  #now = 0;

  constructor(threshold = 10_000) {
    this.#threshold = threshold;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): () => void {
    if (milliseconds < this.#threshold) {
      this.delays.push(milliseconds);
      const soon = setImmediate(action);
      return () => clearImmediate(soon);
    }
    const timer = { due: this.#now + milliseconds, action };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Advances the time and runs the timers that are due, in order. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#timers].filter((timer) => timer.due <= this.#now).sort((left, right) => left.due - right.due);
    for (const timer of due) {
      this.#timers.delete(timer);
      timer.action();
    }
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }
}
