import type { RefusedWrite } from '../../../workspace/files/attempt-files.ts';
import type { KeptDeclarations } from './kept-declarations.ts';

/** Records the writes, deletions, refusals and the amendment request of an attempt. */
export class WriteLedger {
  /** What whole-file writes must not delete. */
  readonly kept: KeptDeclarations;
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  #refused: RefusedWrite[] = [];
  #amendmentReason: string | undefined;

  constructor(kept: KeptDeclarations) {
    this.kept = kept;
  }

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

  /** Forgets the refusals of a file that was written after all. */
  withdrawRefusals(path: string): void {
    this.#refused = this.#refused.filter((refused) => refused.path !== path);
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
