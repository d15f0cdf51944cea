/** The stored state of one item. */
export interface StoredState {
  /** JSON. */
  readonly text: string;
  /** Changes with every write, also if the text does not. */
  readonly version: string;
}

/** The state was changed by another process since it was read. Read it again and decide again. */
export class StaleStateError extends Error {
  readonly item: string;

  constructor(item: string) {
    super(`The state of the item ${item} was changed by another process.`);
    this.name = 'StaleStateError';
    this.item = item;
  }
}

/**
 * Holds the authoritative state of each item, and changes it only by compare-and-swap [PIPE-1]. On `github` each state is a
 * commit under `refs/holdfast/items/<item>`; on `local` it is a row in the database of the repository.
 */
export interface StateStore {
  /** Undefined if the item was never processed. */
  read(item: string, signal: AbortSignal): Promise<StoredState | undefined>;
  /**
   * Replaces the state whose version is `expected`; creates it if `expected` is undefined. Returns the new version.
   * @throws StaleStateError if the state has another version
   */
  swap(item: string, expected: string | undefined, text: string, signal: AbortSignal): Promise<string>;
  /** The ids of all items with a state. */
  list(signal: AbortSignal): Promise<readonly string[]>;
}
