import { normalizeRelative } from '../../../src/workspace/files/safe-path.ts';
import type { SourceTree } from '../../../src/workspace/files/source-tree.ts';

/** A tree in memory. Paths use `/`. Reading a file whose text is an Error throws that error. */
export class MemoryTree implements SourceTree {
  readonly root: string;
  readonly #files: ReadonlyMap<string, string | Error>;
  /** How often each file was read. */
  readonly reads = new Map<string, number>();

  constructor(files: Readonly<Record<string, string | Error>>, root = '/memory') {
    this.root = root;
    this.#files = new Map(Object.entries(files));
  }

  async readText(path: string): Promise<string | undefined> {
    await Promise.resolve();
    const file = normalizeRelative(path);
    this.reads.set(file, (this.reads.get(file) ?? 0) + 1);
    const text = this.#files.get(file);
    if (text instanceof Error) throw text;
    return text;
  }

  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    await Promise.resolve();
    const file = normalizeRelative(path);
    if (this.#files.has(file)) return 'file';
    return [...this.#files.keys()].some((one) => one.startsWith(`${file}/`)) ? 'folder' : undefined;
  }

  async listFiles(): Promise<readonly string[]> {
    await Promise.resolve();
    return [...this.#files.keys()].sort();
  }
}
