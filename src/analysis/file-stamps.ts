import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that was written shortly before it was read may be written again without its stamp changing. */
const SETTLED_AFTER_MS = 2_000;

/** Remembers how files looked on disk when they were read, to tell which must be read again. */
export class FileStamps {
  readonly #root: string;
  readonly #stamps = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  forget(file: string): void {
    this.#stamps.delete(file);
  }

  /**
   * Looks at files that are about to be read; those that look as they did the last time are left out. One after the
   * other: a look takes microseconds, and to have many under way at once takes several times as long as all of them.
   */
  changedAmong(files: readonly string[]): readonly string[] {
    return files.filter((file) => {
      const stamp = this.#look(file);
      const same = stamp !== undefined && this.#stamps.get(file) === stamp;
      if (stamp === undefined) this.#stamps.delete(file);
      else this.#stamps.set(file, stamp);
      return !same;
    });
  }

  /** Undefined where the look of a file says too little: it was just written, or is not there. */
  #look(file: string): string | undefined {
    try {
      const { ino, size, mtimeMs, ctimeMs } = statSync(join(this.#root, file));
      if (Date.now() - Math.max(mtimeMs, ctimeMs) < SETTLED_AFTER_MS) return undefined;
      return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    } catch {
      return undefined;
    }
  }
}
