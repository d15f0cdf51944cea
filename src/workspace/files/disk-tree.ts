import { constants } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { isNotFoundError, systemErrorCode } from '../../shared/system-error.ts';
import { createFileLister } from './file-listing.ts';
import type { FileLister } from './file-listing.ts';
import { normalizeRelative, resolvePath } from './safe-path.ts';
import type { ResolvedPath } from './safe-path.ts';
import type { SourceTree } from './source-tree.ts';

export interface DiskTreeOptions {
  /** Lists the files. Default: git's list, or a walk of the folder if it is in no git repository. */
  readonly listFiles?: FileLister | undefined;
}

/** A folder on disk, overlaid with the unsaved text of open editors. */
export class DiskTree implements SourceTree {
  readonly root: string;
  readonly #list: FileLister;
  readonly #unsaved = new Map<string, string>();
  #realRoot: string | undefined;

  constructor(root: string, options: DiskTreeOptions = {}) {
    this.root = root;
    this.#list = options.listFiles ?? createFileLister(root);
  }

  /** Sets the unsaved text of a file, which need not exist on disk. `null` removes the unsaved text. */
  setUnsavedText(path: string, text: string | null): void {
    const relative = normalizeRelative(path);
    if (text === null) this.#unsaved.delete(relative);
    else this.#unsaved.set(relative, text);
  }

  /**
   * Reads a file without its byte order mark; `undefined` if it does not exist or a link in its path leads out of the
   * tree. Throws `outside-tree` for an invalid path, `storage` if the file is not UTF-8 or cannot be read.
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
      return await readFile(resolved.absolute, { flag: NONBLOCKING_READ });
    } catch (thrown) {
      if (isNotFoundError(thrown) || isFolderError(thrown)) return undefined;
      throw new HoldfastError('storage', `Failed to read ${path}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }

  diskPathOf(path: string): string | undefined {
    return this.#unsaved.has(path) ? undefined : join(this.root, path);
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
    const listed = await this.#list(signal);
    if (this.#unsaved.size === 0) return listed;
    return [...new Set([...listed, ...this.#unsaved.keys()])].sort();
  }

  /** Resolves a path; `undefined` if a link in it leads out of the tree. */
  async #resolve(path: string): Promise<ResolvedPath | undefined> {
    normalizeRelative(path);
    try {
      this.#realRoot ??= await realpath(this.root);
      return await resolvePath(this.root, path, this.#realRoot);
    } catch (thrown) {
      if (isNotFoundError(thrown) || (thrown instanceof HoldfastError && thrown.code === 'outside-tree'))
        return undefined;
      throw new HoldfastError('storage', `Failed to access ${path}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }
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

function isFolderError(thrown: unknown): boolean {
  return systemErrorCode(thrown) === 'EISDIR';
}

/**
 * The flags for opening a file to read. Reading a named pipe returns no data instead of waiting for a writer. Windows has
 * neither the flag nor such pipes.
 */
export const NONBLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

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
