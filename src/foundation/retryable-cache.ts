/** Caches one promise per key. A promise that rejects is removed, so the next call creates a new one. */
export class RetryableCache<Key, Value> {
  readonly #entries = new Map<Key, Promise<Value>>();

  /** The cached promise of a key; `create` runs only if there is none. */
  getOrCreate(key: Key, create: () => Promise<Value>): Promise<Value> {
    const existing = this.#entries.get(key);
    if (existing !== undefined) return existing;
    const created = create();
    this.#entries.set(key, created);
    created.catch(() => {
      // The entry may have been deleted and created again in the meantime.
      if (this.#entries.get(key) === created) this.#entries.delete(key);
    });
    return created;
  }

  get(key: Key): Promise<Value> | undefined {
    return this.#entries.get(key);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  values(): Promise<Value>[] {
    return [...this.#entries.values()];
  }
}

/**
 * Wraps a function so that it runs once. Later calls return the same promise, even with other arguments. If the promise
 * rejects, the next call runs the function again.
 */
export function memoizeUntilFailure<Arguments extends readonly unknown[], Value>(
  create: (...arguments_: Arguments) => Promise<Value>,
): (...arguments_: Arguments) => Promise<Value> {
  const cache = new RetryableCache<undefined, Value>();
  return (...arguments_) => cache.getOrCreate(undefined, () => create(...arguments_));
}
