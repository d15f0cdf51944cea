import { isHoldoutFile } from '../../workspace/configuration/holdout-files.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { SourceTree, TreeLimit } from '../../workspace/files/source-tree.ts';

/**
 * A tree on disk with unsaved texts on top. The list of files is cached until `forgetList`, because checks read it far
 * more often than it changes.
 *
 * It contains no scenarios [ASSERT-SCEN-002]: what checks, imports and uses quote reaches agents through hooks and tools, and
 * the worktree of an attempt does not have them either.
 */
export class AnalyzedTree implements SourceTree {
  readonly root: string;
  readonly #disk: DiskTree;
  readonly #unsaved = new Set<string>();
  #readList: () => Promise<readonly string[]>;

  constructor(root: string) {
    this.root = root;
    this.#disk = new DiskTree(root, { isLeftOut: isHoldoutFile });
    this.#readList = this.#createList();
  }

  readText(path: string): Promise<string | undefined> {
    return this.#disk.readText(path);
  }

  diskPathOf(path: string): string | undefined {
    return this.#unsaved.has(path) || !this.#disk.mayContain(path) ? undefined : `${this.root}/${path}`;
  }

  kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    return this.#disk.kindOf(path);
  }

  listFiles(): Promise<readonly string[]> {
    return this.#readList();
  }

  /** The paths that have unsaved text. */
  unsavedFiles(): readonly string[] {
    return [...this.#unsaved];
  }

  /** @param path normalized, relative to the root */
  setUnsavedText(path: string, text: string | null): void {
    this.#disk.setUnsavedText(path, text);
    if (text === null) this.#unsaved.delete(path);
    else this.#unsaved.add(path);
  }

  limitTo(limit: TreeLimit | null): void {
    this.#disk.limitTo(limit);
    this.forgetList();
  }

  forgetList(): void {
    this.#readList = this.#createList();
  }

  #createList(): () => Promise<readonly string[]> {
    return memoizeUntilFailure(() => this.#disk.listFiles());
  }
}
