/** A refused write, with the reason for the model. */
export interface RefusedWrite {
  readonly path: string;
  readonly reason: string;
}

/** Records the writes, deletions, refusals and the amendment request of an attempt. */
export class WriteLedger {
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #refused: RefusedWrite[] = [];
  #amendmentReason: string | undefined;

  recordWrite(path: string): void {
    this.#deleted.delete(path);
    this.#written.add(path);
  }

  recordDeletion(path: string): void {
    this.#written.delete(path);
    this.#deleted.add(path);
  }

  recordRefusal(path: string, reason: string): void {
    this.#refused.push({ path, reason });
  }

  recordAmendmentRequest(reason: string): void {
    this.#amendmentReason = reason;
  }

  /** The reason of the last amendment request; `undefined` if there was none. */
  get amendmentReason(): string | undefined {
    return this.#amendmentReason;
  }

  get written(): readonly string[] {
    return [...this.#written];
  }

  get deleted(): readonly string[] {
    return [...this.#deleted];
  }

  get refused(): readonly RefusedWrite[] {
    return this.#refused;
  }

  get isEmpty(): boolean {
    return this.#written.size === 0 && this.#deleted.size === 0;
  }
}
