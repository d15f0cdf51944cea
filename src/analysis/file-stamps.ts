import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';

const LOOKS_AT_ONCE = 32;
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

  /** Looks at files that are about to be read; those that look as they did the last time are left out. */
  async changedAmong(files: readonly string[]): Promise<readonly string[]> {
    const looks = new PQueue({ concurrency: LOOKS_AT_ONCE });
    const seen = await looks.addAll(files.map((file) => async () => ({ file, stamp: await this.#look(file) })));
    return seen.flatMap(({ file, stamp }) => {
      const same = stamp !== undefined && this.#stamps.get(file) === stamp;
      if (stamp === undefined) this.#stamps.delete(file);
      else this.#stamps.set(file, stamp);
      return same ? [] : [file];
    });
  }

  /** Undefined where the look of a file says too little: it was just written, or is not there. */
  async #look(file: string): Promise<string | undefined> {
    try {
      const { ino, size, mtimeMs, ctimeMs } = await stat(join(this.#root, file));
      if (Date.now() - Math.max(mtimeMs, ctimeMs) < SETTLED_AFTER_MS) return undefined;
      return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    } catch {
      return undefined;
    }
  }
}
