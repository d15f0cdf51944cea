import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { createFileLister } from './file-listing.ts';
import type { FileLister, IsLeftOut } from './file-listing.ts';
import { UnreadableFileError, readPlainFile } from '../plain-files/plain-file.ts';
import { normalizeRelative, resolvePath } from './safe-path.ts';
import type { ResolvedPath } from './safe-path.ts';
import type { SourceTree, TreeLimit } from './source-tree.ts';

export interface DiskTreeOptions {
  /** Lists the files. Default: git's list, or a walk of the folder if it is in no git repository. */
  readonly listFiles?: FileLister | undefined;
  /** The files that the tree does not contain, although they are on disk. Default: none. */
  readonly isLeftOut?: IsLeftOut | undefined;
}

/** A folder on disk, overlaid with the unsaved text of open editors. */
export class DiskTree implements SourceTree {
  readonly root: string;
  readonly #list: FileLister;
  readonly #isLeftOut: IsLeftOut;
  readonly #unsaved = new Map<string, string>();
  #realRoot: string | undefined;
  #limit: LimitedPaths | undefined;

  constructor(root: string, options: DiskTreeOptions = {}) {
    this.root = root;
    this.#list = options.listFiles ?? createFileLister(root, options.isLeftOut);
    this.#isLeftOut = options.isLeftOut ?? (() => false);
  }

  /** Limits the tree to some files. Other entries on disk count as missing. `null` removes the limit. */
  limitTo(limit: TreeLimit | null): void {
    this.#limit = limit === null ? undefined : toLimitedPaths(limit);
  }

  /** Whether the tree can contain a path: it is not left out, and the limit of the tree allows it. Links are not resolved. */
  mayContain(path: string): boolean {
    if (this.#isLeftOut(path)) return false;
    const name = path.normalize('NFC');
    return this.#limit === undefined || this.#limit.files.has(name) || this.#limit.folders.has(name);
  }

  /** Sets the unsaved text of a file, which need not exist on disk. `null` removes the unsaved text. */
  setUnsavedText(path: string, text: string | null): void {
    const relative = normalizeRelative(path);
    if (text === null || this.#isLeftOut(relative)) this.#unsaved.delete(relative);
    else this.#unsaved.set(relative, text);
  }

  /**
   * Reads a file without its byte order mark; `undefined` if it does not exist or a link in its path leads out of the
   * tree. Throws `outside-tree` for an invalid path, `storage` if the file is not UTF-8, not a regular file or cannot be read.
   */
  async readText(path: string): Promise<string | undefined> {
    const unsaved = this.#unsaved.get(normalizeRelative(path));
    if (unsaved !== undefined) return unsaved;
    const bytes = await this.readBytes(path);
    return bytes === undefined ? undefined : decodeText(path, bytes);
  }

  /** Reads the bytes of a file on disk and ignores unsaved text; `undefined` if the file does not exist. */
  async readBytes(path: string): Promise<Buffer | undefined> {
    const resolved = await this.#resolve(path);
    if (resolved === undefined) return undefined;
    try {
      return await readPlainFile(resolved.absolute);
    } catch (thrown) {
      if (isNotFoundError(thrown)) return undefined;
      const unreadable = thrown instanceof UnreadableFileError ? thrown : undefined;
      if (unreadable?.isFolder) return undefined;
      const details = { hint: unreadable?.hint, cause: thrown };
      throw new HoldfastError('storage', `Failed to read ${path}: ${messageOf(thrown)}`, details);
    }
  }

  diskPathOf(path: string): string | undefined {
    return this.#unsaved.has(path) || !this.mayContain(path) ? undefined : join(this.root, path);
  }

  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    const relative = normalizeRelative(path);
    if (this.#unsaved.has(relative)) return 'file';
    const resolved = await this.#resolve(path);
    const onDisk = resolved === undefined ? undefined : await kindOnDisk(resolved.absolute);
    if (onDisk !== undefined) return onDisk;
    return [...this.#unsaved.keys()].some((file) => file.startsWith(`${relative}/`)) ? 'folder' : undefined;
  }

  async listFiles(signal?: AbortSignal): Promise<readonly string[]> {
    const listed = this.#limit?.listed ?? (await this.#list(signal));
    if (this.#unsaved.size === 0) return listed;
    return [...new Set([...listed, ...this.#unsaved.keys()])].sort();
  }

  /** Resolves a path; `undefined` if a link in it leads out of the tree, or the limit excludes it. */
  async #resolve(path: string): Promise<ResolvedPath | undefined> {
    normalizeRelative(path);
    try {
      this.#realRoot ??= await realpath(this.root);
      const resolved = await resolvePath(this.root, path, this.#realRoot);
      return this.mayContain(resolved.realRelative) ? resolved : undefined;
    } catch (thrown) {
      if (isNotFoundError(thrown) || (thrown instanceof HoldfastError && thrown.code === 'outside-tree'))
        return undefined;
      throw new HoldfastError('storage', `Failed to access ${path}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }
}

/** A limit with its folders. Names are in Unicode normal form C: macOS returns another form than git stores. */
interface LimitedPaths {
  readonly listed: readonly string[];
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

function toLimitedPaths({ files, alsoReadable }: TreeLimit): LimitedPaths {
  const names = new Set([...files, ...alsoReadable].map((file) => file.normalize('NFC')));
  const folders = new Set(['']);
  for (const name of names) {
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
      const folder = name.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { listed: files, files: names, folders };
}

async function kindOnDisk(absolute: string): Promise<'file' | 'folder' | undefined> {
  try {
    const stats = await stat(absolute);
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : undefined;
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw new HoldfastError('storage', `Failed to access ${absolute}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 and removes a byte order mark. Throws a HoldfastError (`storage`) for other bytes. */
export function decodeText(path: string, bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (thrown) {
    throw new HoldfastError('storage', `Failed to read ${path}: it is not UTF-8 text`, {
      hint: 'Save the file as UTF-8, or remove it from the contract if it is binary.',
      cause: thrown,
    });
  }
}
