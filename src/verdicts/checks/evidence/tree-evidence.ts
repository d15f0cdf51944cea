import PQueue from 'p-queue';
import type { ModuleIndex } from '../../../code/index/module-index.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { normalizeRelative } from '../../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';

const MAX_CONCURRENT_READS = 16;

/** Reads the tree for checks and caches every result until the validation ends. */
export class TreeEvidence {
  readonly #tree: SourceTree;
  readonly #index: ModuleIndex;
  readonly #kinds = new Map<string, Promise<'file' | 'folder' | undefined>>();
  readonly #texts = new Map<string, Promise<string>>();
  readonly #reads = new PQueue({ concurrency: MAX_CONCURRENT_READS });
  #files: Promise<readonly string[]> | undefined;

  constructor(tree: SourceTree, index: ModuleIndex) {
    this.#tree = tree;
    this.#index = index;
  }

  get root(): string {
    return this.#tree.root;
  }

  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    // The index follows the files of the tree, so its modules need no disk access.
    if (this.#index.moduleOf(path)) return 'file';
    const normalized = normalizeRelative(path);
    if (this.#index.moduleOf(normalized)) return 'file';
    return readOnce(this.#kinds, normalized, () => this.#reads.add(() => this.#tree.kindOf(normalized)));
  }

  /** The text of a file, without a byte order mark. Throws if the file does not exist or cannot be read. */
  async readText(path: string): Promise<string> {
    const normalized = normalizeRelative(path);
    return readOnce(this.#texts, normalized, () => this.#reads.add(() => this.#read(normalized)));
  }

  /** Every file of the tree, sorted. */
  listFiles(): Promise<readonly string[]> {
    this.#files ??= this.#tree.listFiles();
    return this.#files;
  }

  /**
   * The files that a path or glob matches, sorted. The path of an existing file matches only that file, even if it
   * contains glob characters (`[id].tsx`).
   */
  async matchFiles(pathOrGlob: string): Promise<readonly string[]> {
    if ((await this.kindOf(pathOrGlob)) === 'file') return [normalizeRelative(pathOrGlob)];
    if (!isGlob(pathOrGlob)) return [];
    // Throws for a glob that leads out of the tree.
    normalizeRelative(pathOrGlob);
    const matches = createPathMatcher([pathOrGlob]);
    return (await this.listFiles()).filter((file) => matches(file));
  }

  async #read(path: string): Promise<string> {
    let text: string | undefined;
    try {
      text = await this.#tree.readText(path);
    } catch (error) {
      if (error instanceof HoldfastError) throw error;
      throw new HoldfastError('not-found', `Failed to read ${path}: ${messageOf(error)}`, { cause: error });
    }
    if (text === undefined) throw new HoldfastError('not-found', `File not found: ${path}`);
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }
}

function readOnce<Value>(cache: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const existing = cache.get(key);
  if (existing) return existing;
  const created = read();
  cache.set(key, created);
  return created;
}
