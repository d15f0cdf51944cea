import type { Progress, ProgressReporter } from '../../foundation/progress.ts';
import type { Terminal } from './terminal.ts';

/** A command that ends earlier shows nothing. */
const SHOWN_AFTER_MS = 1_000;
const INTERVAL_MS = 200;

/**
 * Shows what a command is doing: one line of the terminal, updated with what the command reports and the time since its start.
 * Disposal removes the line.
 */
export class CommandProgress implements Disposable {
  readonly report: ProgressReporter;
  readonly #terminal: Pick<Terminal, 'status'>;
  readonly #now: () => number;
  readonly #started: number;
  readonly #timer: NodeJS.Timeout;
  #progress: Progress;
  #shownAt = Number.NEGATIVE_INFINITY;

  /** @param what what is shown until something is reported */
  constructor(terminal: Pick<Terminal, 'status'>, what: string, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#started = now();
    this.#progress = { what };
    this.report = (progress) => {
      this.#progress = progress;
      // A loop that never waits for the timer shows itself.
      if (this.#now() - this.#shownAt >= INTERVAL_MS) this.update();
    };
    this.#timer = setInterval(() => this.update(), INTERVAL_MS).unref();
  }

  update(): void {
    const now = this.#now();
    const elapsedMs = now - this.#started;
    if (elapsedMs < SHOWN_AFTER_MS) return;
    this.#shownAt = now;
    this.#terminal.status(`${describeProgress(this.#progress)} · ${Math.floor(elapsedMs / 1_000)} s`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (this.#shownAt > 0) this.#terminal.status('');
  }
}

/** `Checking chunks: 12 of 500` */
export function describeProgress({ what, done, total }: Progress): string {
  if (done === undefined) return what;
  const count = done.toLocaleString('en');
  return total === undefined ? `${what}: ${count}` : `${what}: ${count} of ${total.toLocaleString('en')}`;
}
