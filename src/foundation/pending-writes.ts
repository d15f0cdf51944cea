/**
 * Writes that are not awaited at once. A write that fails is reported by `settle`, and not as an unhandled
 * rejection, which would end the process before that.
 */
export class PendingWrites {
  readonly #writes: Promise<unknown>[] = [];

  add(write: Promise<unknown>): void {
    write.catch(() => undefined);
    this.#writes.push(write);
  }

  /** Waits for the end of all writes. Then throws the error of the first write that failed. */
  async settle(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#writes);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
