import { decodeText } from '../../workspace/files/disk-tree.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Repository } from '../../workspace/repository.ts';

export interface CommittedTreeOptions {
  readonly repository: Pick<Repository, 'folder' | 'listFiles' | 'readFiles'>;
  readonly commit: string;
  readonly signal: AbortSignal;
}

/** The files of a commit, without a worktree. Files are read in batches, because each read starts git. */
export class CommittedTree implements SourceTree {
  /** The workspace folder. Links in it are resolved on disk. */
  readonly root: string;
  readonly commit: string;
  readonly #options: CommittedTreeOptions;
  #files: Promise<readonly string[]> | undefined;
  #kinds: Promise<ReadonlyMap<string, 'file' | 'folder'>> | undefined;
  readonly #contents = new Map<string, Buffer | undefined>();

  constructor(options: CommittedTreeOptions) {
    this.root = options.repository.folder;
    this.commit = options.commit;
    this.#options = options;
  }

  listFiles(): Promise<readonly string[]> {
    const { repository, commit, signal } = this.#options;
    return (this.#files ??= repository.listFiles(commit, signal));
  }

  async readText(path: string): Promise<string | undefined> {
    if (!this.#contents.has(path)) await this.preload([path]);
    const bytes = this.#contents.get(path);
    return bytes && decodeText(path, bytes);
  }

  /** The bytes of files. Files that the commit does not contain are left out. */
  async readBytes(paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    await this.preload(paths);
    return new Map(
      paths.flatMap((path) => {
        const bytes = this.#contents.get(path);
        return bytes === undefined ? [] : [[path, bytes] as const];
      }),
    );
  }

  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    this.#kinds ??= this.listFiles().then(toKinds);
    return (await this.#kinds).get(path);
  }

  /** Reads files at once, so that later reads of them start no process. */
  async preload(paths: readonly string[]): Promise<void> {
    const { repository, commit, signal } = this.#options;
    const known = new Set(await this.listFiles());
    const missing = paths.filter((path) => !this.#contents.has(path));
    const existing = missing.filter((path) => known.has(path));
    const read =
      existing.length === 0 ? new Map<string, Buffer>() : await repository.readFiles(commit, existing, signal);
    for (const path of missing) this.#contents.set(path, read.get(path));
  }
}

function toKinds(files: readonly string[]): ReadonlyMap<string, 'file' | 'folder'> {
  const kinds = new Map<string, 'file' | 'folder'>();
  for (const file of files) {
    kinds.set(file, 'file');
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (kinds.has(folder)) break;
      kinds.set(folder, 'folder');
    }
  }
  return kinds;
}
