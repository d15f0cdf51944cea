import type { RefusedWrite } from './agent-input.ts';

/** What an attempt has written, deleted, was refused and asked for. */
export class WriteLedger {
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #refused: RefusedWrite[] = [];
  #amendmentReason: string | undefined;

  wrote(path: string): void {
    this.#deleted.delete(path);
    this.#written.add(path);
  }

  removed(path: string): void {
    this.#written.delete(path);
    this.#deleted.add(path);
  }

  refuse(path: string, reason: string): void {
    this.#refused.push({ path, reason });
  }

  askForAmendment(reason: string): void {
    this.#amendmentReason = reason;
  }

  /** Why an amendment of the contract was asked for last; undefined where none was. */
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
