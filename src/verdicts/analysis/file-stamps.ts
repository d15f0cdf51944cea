import { lstatSync, type Stats } from 'node:fs';
import { readFileStamp } from '../../workspace/files/file-stamp.ts';

/**
 * File stamps by path. A file without a reliable stamp has the value `undefined`: it is missing or was just written, and
 * must be read again at the next comparison.
 */
export type StampsByFile = ReadonlyMap<string, string | undefined>;

/** Stores the stamp that each file had when it was read, to find the files that must be read again. */
export class FileStamps {
  readonly #root: string;
  readonly #stamps = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  forget(file: string): void {
    this.#stamps.delete(file);
  }

  /** Stores the stamp of a file that is about to be read. @param stats the file's stats, if already known */
  record(file: string, stats?: Stats): void {
    this.#set(file, readFileStamp(this.#absolutePath(file), stats));
  }

  /** Stores the stamp of a plain file if another root has the same file with the same stamp. Returns whether it has. */
  recordIfSame(file: string, other: FileStamps): boolean {
    const known = other.#stamps.get(file);
    if (known === undefined) return false;
    const absolute = this.#absolutePath(file);
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || readFileStamp(absolute, stats) !== known) return false;
    this.#stamps.set(file, known);
    return true;
  }

  recordAll(stamps: StampsByFile): void {
    for (const [file, stamp] of stamps) this.#set(file, stamp);
  }

  /**
   * The files whose stamps differ from the stored ones. The calls are synchronous and sequential: one `stat` takes
   * microseconds, and many concurrent ones take several times as long in total.
   */
  changedFiles(files: readonly string[]): StampsByFile {
    const changed = new Map<string, string | undefined>();
    for (const file of files) {
      const stamp = readFileStamp(this.#absolutePath(file));
      if (stamp === undefined || stamp !== this.#stamps.get(file)) changed.set(file, stamp);
    }
    return changed;
  }

  #set(file: string, stamp: string | undefined): void {
    if (stamp === undefined) this.#stamps.delete(file);
    else this.#stamps.set(file, stamp);
  }

  #absolutePath(file: string): string {
    return `${this.#root}/${file}`;
  }
}
