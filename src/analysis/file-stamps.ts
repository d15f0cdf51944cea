import { statSync, type Stats } from 'node:fs';

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

  /** Takes note of a file that is about to be read; `look` is how it looks, where that is known. */
  remember(file: string, look = this.#look(file)): void {
    const stamp = look && stampOf(look);
    if (stamp === undefined) this.#stamps.delete(file);
    else this.#stamps.set(file, stamp);
  }

  /**
   * Looks at files that are about to be read; those that look as they did the last time are left out. One after the
   * other: a look takes microseconds, and to have many under way at once takes several times as long as all of them.
   */
  changedAmong(files: readonly string[]): readonly string[] {
    return files.filter((file) => {
      const before = this.#stamps.get(file);
      this.remember(file);
      return before === undefined || this.#stamps.get(file) !== before;
    });
  }

  /** Undefined where there is no such file. */
  #look(file: string): Stats | undefined {
    try {
      return statSync(`${this.#root}/${file}`);
    } catch {
      return undefined;
    }
  }
}

/** Undefined where the look of a file says too little: it was just written. */
function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string | undefined {
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < SETTLED_AFTER_MS) return undefined;
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}
