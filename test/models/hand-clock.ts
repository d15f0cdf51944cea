import type { Clock } from '../../src/models/clock.ts';

/**
 * A clock that a test moves. Delays shorter than `patience` pass at once (and are written down); longer ones wait until
 * the test says that their time has come.
 */
export class HandClock implements Clock {
  readonly delays: number[] = [];
  readonly #waiting = new Set<{ readonly due: number; readonly action: () => void }>();
  readonly #patience: number;
  #now = 0;

  constructor(patience = 10_000) {
    this.#patience = patience;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): () => void {
    if (milliseconds < this.#patience) {
      this.delays.push(milliseconds);
      const soon = setImmediate(action);
      return () => clearImmediate(soon);
    }
    const timer = { due: this.#now + milliseconds, action };
    this.#waiting.add(timer);
    return () => void this.#waiting.delete(timer);
  }

  /** Lets so much time pass; everything that is due happens, in its order. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#waiting]
      .filter((timer) => timer.due <= this.#now)
      .sort((left, right) => left.due - right.due);
    for (const timer of due) {
      this.#waiting.delete(timer);
      timer.action();
    }
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#waiting.size;
  }
}
