import type { Timers } from '../checks/timers.ts';

/** What a file watcher reports that no contract can speak of. */
const IGNORED = /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/;

/**
 * Collects changed paths per folder and hands them on together: a branch switch or a formatter run reports thousands.
 * A batch is handed on a fixed time after its first path, so that a steady stream of changes never holds it back.
 */
export class ChangeBatch {
  readonly #timers: Timers;
  readonly #collectMs: number;
  readonly #deliver: (folder: string, paths: readonly string[]) => void;
  readonly #waiting = new Map<string, { readonly paths: Set<string>; readonly timer: { cancel(): void } }>();

  constructor(timers: Timers, collectMs: number, deliver: (folder: string, paths: readonly string[]) => void) {
    this.#timers = timers;
    this.#collectMs = collectMs;
    this.#deliver = deliver;
  }

  /** @param path Relative to the folder, with `/`. */
  add(folder: string, path: string): void {
    if (IGNORED.test(path)) return;
    const waiting = this.#waiting.get(folder);
    if (waiting) {
      waiting.paths.add(path);
      return;
    }
    const paths = new Set([path]);
    const timer = this.#timers.after(this.#collectMs, () => {
      this.#waiting.delete(folder);
      this.#deliver(folder, [...paths]);
    });
    this.#waiting.set(folder, { paths, timer });
  }

  dispose(): void {
    for (const { timer } of this.#waiting.values()) timer.cancel();
    this.#waiting.clear();
  }
}
