import type { Timers } from '../base/timers.ts';

export interface SchedulerLimits {
  /** The maximum time for which repeated requests may delay the work, in milliseconds. */
  readonly maxWaitMs: number;
  readonly maxConcurrent: number;
}

interface Job {
  /** The time of the first request whose work has not completed. */
  waitingSince: number;
  timer?: { cancel(): void } | undefined;
  running?: AbortController | undefined;
  /** Whether the work was requested again while it ran and could not be restarted. */
  isRerunRequested: boolean;
}

/**
 * Runs work per key after requests pause. A newer request restarts the running work, but only until `maxWaitMs` after
 * the first request. After that, the running work finishes first and then runs again.
 */
export class CheckScheduler {
  readonly #work: (key: string, signal: AbortSignal) => Promise<void>;
  readonly #timers: Timers;
  readonly #limits: SchedulerLimits;
  readonly #onError: (thrown: unknown) => void;
  readonly #jobs = new Map<string, Job>();
  readonly #due: string[] = [];
  #running = 0;
  #disposed = false;

  /**
   * @param work The signal is aborted when the result of the work is no longer needed.
   * @param onError Receives the errors of `work`. A key whose work failed can be requested again.
   */
  constructor(
    work: (key: string, signal: AbortSignal) => Promise<void>,
    timers: Timers,
    limits: SchedulerLimits,
    onError: (thrown: unknown) => void,
  ) {
    this.#work = work;
    this.#timers = timers;
    this.#limits = limits;
    this.#onError = onError;
  }

  /** Runs the work of a key after a delay in milliseconds. A request that is still waiting is postponed. */
  request(key: string, delayMs: number): void {
    if (this.#disposed) return;
    const now = this.#timers.now();
    const job = this.#jobs.get(key) ?? { waitingSince: now, isRerunRequested: false };
    this.#jobs.set(key, job);
    const waitedMs = now - job.waitingSince;
    if (job.running) {
      if (waitedMs >= this.#limits.maxWaitMs) {
        job.isRerunRequested = true;
        return;
      }
      job.running.abort();
    }
    job.timer?.cancel();
    const remainingMs = Math.max(0, this.#limits.maxWaitMs - waitedMs);
    job.timer = this.#timers.after(Math.min(delayMs, remainingMs), () => this.#enqueue(key, job));
  }

  /** Removes the key: a waiting request is dropped, running work is aborted. */
  cancel(key: string): void {
    const job = this.#jobs.get(key);
    job?.timer?.cancel();
    job?.running?.abort();
    this.#jobs.delete(key);
  }

  dispose(): void {
    this.#disposed = true;
    for (const key of [...this.#jobs.keys()]) this.cancel(key);
    this.#due.length = 0;
  }

  #enqueue(key: string, job: Job): void {
    job.timer = undefined;
    if (!this.#due.includes(key)) this.#due.push(key);
    this.#startDue();
  }

  #startDue(): void {
    while (this.#running < this.#limits.maxConcurrent) {
      const index = this.#due.findIndex((key) => !this.#jobs.get(key)?.running);
      const [key] = index < 0 ? [] : this.#due.splice(index, 1);
      if (key === undefined) return;
      const job = this.#jobs.get(key);
      if (job) void this.#start(key, job);
    }
  }

  async #start(key: string, job: Job): Promise<void> {
    const controller = new AbortController();
    job.running = controller;
    this.#running++;
    try {
      await this.#work(key, controller.signal);
    } catch (thrown) {
      this.#onError(thrown);
    } finally {
      this.#running--;
      job.running = undefined;
      this.#finish(key, job, controller.signal.aborted);
      this.#startDue();
    }
  }

  #finish(key: string, job: Job, aborted: boolean): void {
    if (this.#jobs.get(key) !== job) return;
    if (job.isRerunRequested) {
      job.isRerunRequested = false;
      job.waitingSince = this.#timers.now();
      this.#enqueue(key, job);
      return;
    }
    if (aborted || job.timer || this.#due.includes(key)) return;
    this.#jobs.delete(key);
  }
}
