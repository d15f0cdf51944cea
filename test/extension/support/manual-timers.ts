import type { Timers } from '../../../src/extension/checks/timers.ts';

/** A clock that stands still until it is told to go on. */
export class ManualTimers implements Timers {
  #now = 0;
  #waiting: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): { cancel(): void } {
    const entry = { at: this.#now + delayMs, callback };
    this.#waiting.push(entry);
    return { cancel: () => (this.#waiting = this.#waiting.filter((other) => other !== entry)) };
  }

  /** Lets time pass, calling back in the order in which it is due, and lets what follows from it settle. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#waiting.filter((entry) => entry.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Lets promises that are resolved already run their course. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
