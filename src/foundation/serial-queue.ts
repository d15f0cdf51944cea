/** Runs asynchronous jobs one at a time, in the order of the `add` calls. A job that fails does not stop the next one. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects with the outcome of the job. */
  add<Value>(job: () => Value | Promise<Value>): Promise<Value> {
    const outcome = this.#last.then(job);
    this.#last = outcome.catch(() => undefined);
    return outcome;
  }

  /** Resolves when every job that was added before this call has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
