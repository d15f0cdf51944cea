import { constants } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { systemCodeOf } from '../shared/system-code.ts';
import { filesOf } from './file-listing.ts';
import type { FileLister } from './file-listing.ts';
import { isMissing, normalizeRelative, resolvePath } from './safe-path.ts';
import type { ResolvedPath } from './safe-path.ts';
import type { SourceTree } from './source-tree.ts';

export interface DiskTreeOptions {
  /** Where the list of files comes from; git or a walk of the folder, whichever fits, where absent. */
  readonly files?: FileLister;
}

/** A folder on disk, with the unsaved text of open editors laid over it. */
export class DiskTree implements SourceTree {
  readonly root: string;
  readonly #list: FileLister;
  readonly #unsaved = new Map<string, string>();
  #realRoot: string | undefined;

  constructor(root: string, options: DiskTreeOptions = {}) {
    this.root = root;
    this.#list = options.files ?? filesOf(root);
  }

  /** Lays text over a file, which need not exist; null takes it off again. */
  setUnsavedText(path: string, text: string | null): void {
    const relative = normalizeRelative(path);
    if (text === null) this.#unsaved.delete(relative);
    else this.#unsaved.set(relative, text);
  }

  /**
   * The text of a file without its byte order mark; undefined where there is no file, or a link leads out of the tree.
   * Throws `outside-tree` for a path that is no path of this tree, `storage` for what is not UTF-8 or cannot be read.
   */
  async readText(path: string): Promise<string | undefined> {
    const unsaved = this.#unsaved.get(normalizeRelative(path));
    if (unsaved !== undefined) return unsaved;
    const bytes = await this.readBytes(path);
    return bytes === undefined ? undefined : decodeText(path, bytes);
  }

  /** The bytes of a file on disk, unsaved text aside; undefined where there is no file. */
  async readBytes(path: string): Promise<Buffer | undefined> {
    const resolved = await this.#resolve(path);
    if (resolved === undefined) return undefined;
    try {
      return await readFile(resolved.absolute, { flag: atOnce });
    } catch (thrown) {
      if (isMissing(thrown) || isFolder(thrown)) return undefined;
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

  /** Undefined where a link in an otherwise proper path leads out of the tree. */
  async #resolve(path: string): Promise<ResolvedPath | undefined> {
    normalizeRelative(path);
    try {
      this.#realRoot ??= await realpath(this.root);
      return await resolvePath(this.root, path, this.#realRoot);
    } catch (thrown) {
      if (isMissing(thrown) || (thrown instanceof HoldfastError && thrown.code === 'outside-tree')) return undefined;
      throw new HoldfastError('storage', `Failed to look at ${path}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }
}

async function kindOnDisk(absolute: string): Promise<'file' | 'folder' | undefined> {
  try {
    const found = await stat(absolute);
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : undefined;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw new HoldfastError('storage', `Failed to look at ${absolute}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function isFolder(thrown: unknown): boolean {
  return systemCodeOf(thrown) === 'EISDIR';
}

/**
 * How files are opened to be read: without waiting for somebody to write, so that a named pipe is empty. Windows has
 * neither the flag nor such pipes.
 */
export const atOnce = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 as text, without a byte order mark. Throws a HoldfastError for anything else. */
export function decodeText(path: string, bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (thrown) {
    throw new HoldfastError('storage', `Failed to read ${path}: it is not UTF-8 text`, {
      hint: 'Save the file as UTF-8, or leave it out of the contract if it is binary.',
      cause: thrown,
    });
  }
}
