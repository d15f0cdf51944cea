import type { Stats } from 'node:fs';
import { fileStamp } from '../workspace/file-stamp.ts';

/** How files looked, by path; undefined where that says too little. */
export type Looks = ReadonlyMap<string, string | undefined>;

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
  remember(file: string, look?: Stats): void {
    this.#keep(file, fileStamp(this.#pathOf(file), look));
  }

  /** Takes note of how files looked that have been read since. */
  rememberAll(looks: Looks): void {
    for (const [file, stamp] of looks) this.#keep(file, stamp);
  }

  /**
   * Looks at files, and leaves out those that look as they did when they were read. One after the other: a look takes
   * microseconds, and to have many under way at once takes several times as long as all of them.
   */
  changedAmong(files: readonly string[]): Looks {
    const changed = new Map<string, string | undefined>();
    for (const file of files) {
      const stamp = fileStamp(this.#pathOf(file));
      if (stamp === undefined || stamp !== this.#stamps.get(file)) changed.set(file, stamp);
    }
    return changed;
  }

  #keep(file: string, stamp: string | undefined): void {
    if (stamp === undefined) this.#stamps.delete(file);
    else this.#stamps.set(file, stamp);
  }

  #pathOf(file: string): string {
    return `${this.#root}/${file}`;
  }
}
