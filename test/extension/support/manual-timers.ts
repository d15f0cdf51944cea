import type { Timers } from '../../../src/extension/base/timers.ts';

/** A clock that a test advances. */
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

  /** Advances the time and runs due callbacks in order. Promises settle after each callback. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#waiting.filter((entry) => entry.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settlePromises();
    }
    this.#now = end;
    await settlePromises();
  }
}

/** Waits until the callbacks of resolved promises have run. */
export async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
