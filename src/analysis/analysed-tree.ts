import { DiskTree } from '../workspace/disk-tree.ts';
import type { SourceTree } from '../workspace/source-tree.ts';

/**
 * A tree on disk with unsaved text over it, whose list of files is remembered until it is told that the files changed:
 * checks ask for the list far more often than it changes.
 */
export class AnalysedTree implements SourceTree {
  readonly root: string;
  readonly #disk: DiskTree;
  readonly #unsaved = new Set<string>();
  #listed: Promise<readonly string[]> | undefined;

  constructor(root: string) {
    this.root = root;
    this.#disk = new DiskTree(root);
  }

  readText(path: string): Promise<string | undefined> {
    return this.#disk.readText(path);
  }

  diskPathOf(path: string): string | undefined {
    return this.#unsaved.has(path) ? undefined : `${this.root}/${path}`;
  }

  kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    return this.#disk.kindOf(path);
  }

  listFiles(): Promise<readonly string[]> {
    const listed = (this.#listed ??= this.#disk.listFiles());
    listed.catch(() => {
      if (this.#listed === listed) this.#listed = undefined;
    });
    return listed;
  }

  /** The paths that have unsaved text. */
  unsavedFiles(): readonly string[] {
    return [...this.#unsaved];
  }

  /** @param path in the spelling of the tree */
  setUnsavedText(path: string, text: string | null): void {
    this.#disk.setUnsavedText(path, text);
    if (text === null) this.#unsaved.delete(path);
    else this.#unsaved.add(path);
  }

  forgetList(): void {
    this.#listed = undefined;
  }
}
