import { ModuleIndex } from '../../code/index/module-index.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** A file that a change touches: its path before the change and after it, and its text before. */
export interface EarlierFile {
  /** `undefined` if the change created the file. */
  readonly before: string | undefined;
  /** `undefined` if the change deleted the file. */
  readonly after: string | undefined;
  /** The text before; `undefined` if there was none, or if it is not text. */
  readonly text: string | undefined;
}

/** The tree before a change: the tree after it, with the earlier files in place of the changed ones. */
export class TreeBefore implements SourceTree {
  readonly root: string;
  readonly #after: SourceTree;
  /** By path before the change. */
  readonly #texts: ReadonlyMap<string, string | undefined>;
  /** The paths that the change added or gave to other files. */
  readonly #gone: ReadonlySet<string>;

  constructor(after: SourceTree, files: readonly EarlierFile[]) {
    this.root = after.root;
    this.#after = after;
    this.#texts = new Map(files.flatMap(({ before, text }) => (before === undefined ? [] : [[before, text] as const])));
    this.#gone = new Set(
      files.flatMap(({ after: path }) => (path === undefined || this.#texts.has(path) ? [] : [path])),
    );
  }

  /** Whether a file has the same path and text in both trees. */
  isUnchanged(file: string): boolean {
    return !this.#texts.has(file) && !this.#gone.has(file);
  }

  async readText(path: string): Promise<string | undefined> {
    if (this.#texts.has(path)) return this.#texts.get(path);
    return this.#gone.has(path) ? undefined : this.#after.readText(path);
  }

  diskPathOf(path: string): string | undefined {
    return this.isUnchanged(path) ? this.#after.diskPathOf?.(path) : undefined;
  }

  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    if (this.#texts.has(path)) return 'file';
    return this.#gone.has(path) ? undefined : this.#after.kindOf(path);
  }

  async listFiles(): Promise<readonly string[]> {
    const files = (await this.#after.listFiles()).filter((file) => !this.#gone.has(file));
    return [...new Set([...files, ...this.#texts.keys()])].sort();
  }
}

/** The index of the last change, for the other questions about it. */
const lastIndexes = new WeakMap<readonly EarlierFile[], Promise<ModuleIndex>>();

/** The modules of the tree before a change. What did not change is taken from the index of the tree after it. */
export function indexBefore(
  tree: SourceTree,
  after: ModuleIndex,
  files: readonly EarlierFile[],
  signal: AbortSignal | undefined,
): Promise<ModuleIndex> {
  const known = lastIndexes.get(files);
  if (known !== undefined) return known;
  const created = createIndexBefore(tree, after, files, signal);
  lastIndexes.set(files, created);
  created.catch(() => lastIndexes.delete(files));
  return created;
}

function createIndexBefore(
  tree: SourceTree,
  after: ModuleIndex,
  files: readonly EarlierFile[],
  signal: AbortSignal | undefined,
): Promise<ModuleIndex> {
  const treeBefore = new TreeBefore(tree, files);
  return ModuleIndex.build(treeBefore, {
    earlier: { index: after, isSame: (file) => treeBefore.isUnchanged(file) },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Finds the path that a file had before a change. */
export function originalPaths(files: readonly EarlierFile[]): (file: string) => string {
  const originals = new Map(
    files.flatMap(({ before, after }) => (before === undefined || after === undefined ? [] : [[after, before]])),
  );
  return (file) => originals.get(file) ?? file;
}
