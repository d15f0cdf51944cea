import type { Timers } from './timers.ts';

export interface SchedulerLimits {
  /** How long work that is asked for again and again may be put off, in milliseconds. */
  readonly maxWaitMs: number;
  readonly maxConcurrent: number;
}

interface Job {
  /** When the request that has not been answered yet came first. */
  waitingSince: number;
  timer?: { cancel(): void };
  running?: AbortController;
  /** Asked for again while running, too late to start over. */
  again: boolean;
}

/**
 * Work per key that is put off while requests keep coming, started over when a newer request makes the running one
 * stale, and never put off for ever: beyond `maxWaitMs` a run is left to finish, and another follows it.
 */
export class CheckScheduler {
  readonly #work: (key: string, signal: AbortSignal) => Promise<void>;
  readonly #timers: Timers;
  readonly #limits: SchedulerLimits;
  readonly #jobs = new Map<string, Job>();
  readonly #due: string[] = [];
  #running = 0;
  #disposed = false;

  /** @param work Must not throw; an abort of its signal means that its answer is no longer wanted. */
  constructor(work: (key: string, signal: AbortSignal) => Promise<void>, timers: Timers, limits: SchedulerLimits) {
    this.#work = work;
    this.#timers = timers;
    this.#limits = limits;
  }

  /** Does the key's work after a delay in milliseconds; a request that already waits is put off to that moment. */
  request(key: string, delayMs: number): void {
    if (this.#disposed) return;
    const now = this.#timers.now();
    const job = this.#jobs.get(key) ?? { waitingSince: now, again: false };
    this.#jobs.set(key, job);
    const waited = now - job.waitingSince;
    if (job.running) {
      if (waited >= this.#limits.maxWaitMs) {
        job.again = true;
        return;
      }
      job.running.abort();
    }
    job.timer?.cancel();
    const left = Math.max(0, this.#limits.maxWaitMs - waited);
    job.timer = this.#timers.after(Math.min(delayMs, left), () => this.#becomeDue(key, job));
  }

  /** Forgets the key: what waits is dropped, what runs is told to stop. */
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

  #becomeDue(key: string, job: Job): void {
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
    await this.#work(key, controller.signal);
    this.#running--;
    job.running = undefined;
    this.#finish(key, job, controller.signal.aborted);
    this.#startDue();
  }

  #finish(key: string, job: Job, aborted: boolean): void {
    if (this.#jobs.get(key) !== job) return;
    if (job.again) {
      job.again = false;
      job.waitingSince = this.#timers.now();
      this.#becomeDue(key, job);
      return;
    }
    if (aborted || job.timer || this.#due.includes(key)) return;
    this.#jobs.delete(key);
  }
}
