import type { SourceTree } from '../../src/workspace/files/source-tree.ts';

/** An in-memory tree. */
export class MemoryTree implements SourceTree {
  readonly root = '/memory';
  readonly files: Map<string, string>;

  constructor(files: Readonly<Record<string, string>>) {
    this.files = new Map(Object.entries(files));
  }

  readText(path: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(path));
  }

  kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    if (this.files.has(path)) return Promise.resolve('file');
    const isFolder = [...this.files.keys()].some((file) => file.startsWith(`${path}/`));
    return Promise.resolve(isFolder ? 'folder' : undefined);
  }

  /** Lists files like a real tree, without installed packages. */
  listFiles(): Promise<readonly string[]> {
    return Promise.resolve([...this.files.keys()].filter((file) => !file.includes('node_modules/')).sort());
  }
}
