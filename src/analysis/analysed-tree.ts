import { HoldfastError, messageOf } from '../shared/errors.ts';
import { DiskTree } from '../workspace/disk-tree.ts';
import type { SourceTree } from '../workspace/source-tree.ts';

/**
 * A tree on disk with unsaved text over it, whose list of files is remembered until it is told that the files changed:
 * checks ask for the list far more often than it changes.
 */
export class AnalysedTree implements SourceTree {
  readonly root: string;
  readonly #disk: DiskTree;
  #listed: Promise<readonly string[]> | undefined;

  constructor(root: string) {
    this.root = root;
    this.#disk = new DiskTree(root);
  }

  readText(path: string): Promise<string | undefined> {
    return this.#disk.readText(path);
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

  setUnsavedText(path: string, text: string | null): void {
    this.#disk.setUnsavedText(path, text);
  }

  forgetList(): void {
    this.#listed = undefined;
  }
}

/** The tree as the module index reads it: a file that cannot be read is no module, and hides no other. */
export function readableOnly(tree: SourceTree): SourceTree {
  return {
    root: tree.root,
    kindOf: (path) => tree.kindOf(path),
    listFiles: () => tree.listFiles(),
    async readText(path) {
      try {
        return await tree.readText(path);
      } catch (error) {
        if (error instanceof HoldfastError && error.code !== 'cancelled') return undefined;
        throw new HoldfastError('storage', `Failed to read ${path}: ${messageOf(error)}`, { cause: error });
      }
    },
  };
}
