import type { DataPath } from '../document.ts';
import type { SourceEntry } from './source-node.ts';
import type { ProblemList } from './source-problem.ts';

/** Collects the entries of one map. The first of several equal keys is used. Own entries override merged entries. */
export class MapEntryCollector {
  readonly #own = new Map<string, SourceEntry>();
  readonly #merged = new Map<string, SourceEntry>();
  readonly #problems: ProblemList;
  readonly #lineOf: (offset: number) => number;

  constructor(problems: ProblemList, lineOf: (offset: number) => number) {
    this.#problems = problems;
    this.#lineOf = lineOf;
  }

  /** Adds an entry of the map at `path`, or reports why its key is not allowed. */
  add(entry: SourceEntry, path: DataPath): void {
    const range = { start: entry.keyStart, end: entry.keyEnd };
    if (entry.key === '__proto__') {
      this.#problems.error('unknown-key', 'The key "__proto__" is not allowed. Remove it.', path, range);
      return;
    }
    const first = this.#own.get(entry.key);
    if (first) {
      const line = this.#lineOf(first.keyStart);
      const message = `Duplicate key "${entry.key}" (first used on line ${line}). Remove one of them.`;
      this.#problems.error('duplicate-key', message, [...path, entry.key], range);
      return;
    }
    this.#own.set(entry.key, entry);
  }

  /** Adds the entries of a merge key (`<<`). If several sources have a key, the first source is used. */
  addMerged(entries: readonly SourceEntry[]): void {
    for (const entry of entries) {
      if (!this.#merged.has(entry.key)) this.#merged.set(entry.key, { ...entry, merged: true });
    }
  }

  entries(): readonly SourceEntry[] {
    const merged = [...this.#merged.values()].filter((entry) => !this.#own.has(entry.key));
    return [...this.#own.values(), ...merged];
  }
}
