import PQueue from 'p-queue';
import type { ModuleIndex } from '../../code/module-index.ts';
import { globMatcher } from '../../contract/glob-matcher.ts';
import { isGlob } from '../../contract/tree-path.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { SourceTree } from '../../workspace/source-tree.ts';
import { normalizeRelative } from '../../workspace/safe-path.ts';

const READS_AT_ONCE = 16;

/** What checks ask of the tree; every answer is remembered for the length of one validation. */
export class TreeEvidence {
  readonly #tree: SourceTree;
  readonly #index: ModuleIndex;
  readonly #kinds = new Map<string, Promise<'file' | 'folder' | undefined>>();
  readonly #texts = new Map<string, Promise<string>>();
  readonly #reads = new PQueue({ concurrency: READS_AT_ONCE });
  #files: Promise<readonly string[]> | undefined;

  constructor(tree: SourceTree, index: ModuleIndex) {
    this.#tree = tree;
    this.#index = index;
  }

  get root(): string {
    return this.#tree.root;
  }

  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    // The index follows the files of the tree: what it knows needs no look at the disk.
    if (this.#index.moduleOf(path)) return 'file';
    const inside = normalizeRelative(path);
    if (this.#index.moduleOf(inside)) return 'file';
    return remembered(this.#kinds, inside, () => this.#reads.add(() => this.#tree.kindOf(inside)));
  }

  /** The text of a file, without a byte order mark. Throws where there is none or it cannot be read. */
  async readText(path: string): Promise<string> {
    const inside = normalizeRelative(path);
    return remembered(this.#texts, inside, () => this.#reads.add(() => this.#read(inside)));
  }

  /** Every file of the tree, sorted. */
  listFiles(): Promise<readonly string[]> {
    this.#files ??= this.#tree.listFiles();
    return this.#files;
  }

  /**
   * The files that a path or glob means, sorted. A path that stands in the tree means itself, whatever characters are
   * in it (`[id].tsx`). Empty where nothing matches.
   */
  async filesMeantBy(pathOrGlob: string): Promise<readonly string[]> {
    if ((await this.kindOf(pathOrGlob)) === 'file') return [normalizeRelative(pathOrGlob)];
    if (!isGlob(pathOrGlob)) return [];
    normalizeRelative(pathOrGlob);
    const matches = globMatcher([pathOrGlob]);
    return (await this.listFiles()).filter((file) => matches(file));
  }

  async #read(path: string): Promise<string> {
    let text: string | undefined;
    try {
      text = await this.#tree.readText(path);
    } catch (error) {
      const said = messageOf(error);
      const message = said.startsWith('Failed to read ') ? said : `Failed to read ${path}: ${said}`;
      const hint = error instanceof HoldfastError ? error.hint : undefined;
      throw new HoldfastError('not-found', message, { hint, cause: error });
    }
    if (text === undefined) {
      throw new HoldfastError('not-found', `Failed to read ${path}: there is no such file`);
    }
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }
}

function remembered<Value>(
  memory: Map<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const known = memory.get(key);
  if (known) return known;
  const asked = ask();
  memory.set(key, asked);
  return asked;
}
