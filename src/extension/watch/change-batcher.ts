import type { Timers } from '../base/timers.ts';

/** Directories whose changes affect no contract. */
const IGNORED = /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/;

/**
 * Collects changed paths per folder and delivers them together, because a branch switch or a formatter run reports
 * thousands. A batch is delivered a fixed time after its first path, so a steady stream of changes does not delay it.
 */
export class ChangeBatcher {
  readonly #timers: Timers;
  readonly #collectMs: number;
  readonly #deliver: (folder: string, paths: readonly string[]) => void;
  readonly #batches = new Map<string, { readonly paths: Set<string>; readonly timer: { cancel(): void } }>();

  constructor(timers: Timers, collectMs: number, deliver: (folder: string, paths: readonly string[]) => void) {
    this.#timers = timers;
    this.#collectMs = collectMs;
    this.#deliver = deliver;
  }

  /** @param path Relative to the folder, with `/`. */
  add(folder: string, path: string): void {
    if (IGNORED.test(path)) return;
    const batch = this.#batches.get(folder);
    if (batch) {
      batch.paths.add(path);
      return;
    }
    const paths = new Set([path]);
    const timer = this.#timers.after(this.#collectMs, () => {
      this.#batches.delete(folder);
      this.#deliver(folder, [...paths]);
    });
    this.#batches.set(folder, { paths, timer });
  }

  dispose(): void {
    for (const { timer } of this.#batches.values()) timer.cancel();
    this.#batches.clear();
  }
}
