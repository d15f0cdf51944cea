import type { DataPath } from '../document.ts';
import type { SourceEntry } from './source-node.ts';
import type { ProblemList } from './source-problem.ts';

/** Collects the entries of one map: each key once, the first wins, and what a merge key brings gives way. */
export class MapEntries {
  readonly #own = new Map<string, SourceEntry>();
  readonly #borrowed = new Map<string, SourceEntry>();
  readonly #problems: ProblemList;
  readonly #lineOf: (offset: number) => number;

  constructor(problems: ProblemList, lineOf: (offset: number) => number) {
    this.#problems = problems;
    this.#lineOf = lineOf;
  }

  add(entry: SourceEntry, path: DataPath): void {
    const place = { start: entry.keyStart, end: entry.keyEnd };
    if (entry.key === '__proto__') {
      this.#problems.error('unknown-key', 'The key "__proto__" is not allowed: remove it.', path, place);
      return;
    }
    const first = this.#own.get(entry.key);
    if (first) {
      const line = this.#lineOf(first.keyStart);
      const message = `"${entry.key}" stands twice in one map (first on line ${line}): keep one of them.`;
      this.#problems.error('duplicate-key', message, [...path, entry.key], place);
      return;
    }
    this.#own.set(entry.key, entry);
  }

  /** What a merge key brings: of several sources the first that has a key gives it. */
  borrow(entries: readonly SourceEntry[]): void {
    for (const entry of entries) {
      if (!this.#borrowed.has(entry.key)) this.#borrowed.set(entry.key, { ...entry, borrowed: true });
    }
  }

  all(): readonly SourceEntry[] {
    const borrowed = [...this.#borrowed.values()].filter((entry) => !this.#own.has(entry.key));
    return borrowed.length > 0 ? [...this.#own.values(), ...borrowed] : [...this.#own.values()];
  }
}
