/** Files of a work tree in git's terms, read from the disk and not from an index. */
import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { EXECUTABLE_MODE, LINK_MODE } from './index-entries.ts';
import type { Entry } from './index-entries.ts';
import { isMissing } from './safe-path.ts';

/** What the file system of a work tree can do, as git's settings say. */
export interface FileSystemTraits {
  /** Whether the executable bit means something (core.fileMode). */
  readonly executableBits: boolean;
  /** Whether links are links (core.symlinks); otherwise they are files that hold the target. */
  readonly links: boolean;
  /** Whether names that differ in letter case are one (core.ignoreCase). */
  readonly foldsCase: boolean;
  /** The hash of git's objects. */
  readonly hash: 'sha1' | 'sha256';
}

/** The name that git gives to content. */
export function objectName(content: Buffer, hash: FileSystemTraits['hash']): string {
  return createHash(hash).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** What stands at a path: a file or link as an entry, `'folder'` (or anything else that is no file), or nothing. */
export async function readDiskEntry(absolute: string, traits: FileSystemTraits): Promise<Entry | 'folder' | undefined> {
  try {
    const found = await lstat(absolute);
    if (found.isSymbolicLink()) {
      const target = await readlink(absolute, 'buffer');
      return { mode: LINK_MODE, object: objectName(target, traits.hash) };
    }
    if (!found.isFile()) return 'folder';
    const executable = (found.mode & 0o100) !== 0;
    return { mode: executable ? EXECUTABLE_MODE : '100644', object: objectName(await readFile(absolute), traits.hash) };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** Whether what stands on disk is what an entry says, as far as the file system can tell. */
export function isOnDisk(
  found: Entry | 'folder' | undefined,
  entry: Entry | undefined,
  traits: FileSystemTraits,
): boolean {
  if (found === undefined || entry === undefined) return found === entry;
  if (found === 'folder' || found.object !== entry.object) return false;
  if (found.mode === entry.mode) return true;
  if ((found.mode === LINK_MODE) !== (entry.mode === LINK_MODE)) return entry.mode === LINK_MODE && !traits.links;
  return !traits.executableBits;
}

/** The first folder on the way to a file that is no real folder: a file, or a link, which is never followed. */
export async function obstacleAbove(topLevel: string, file: string): Promise<string | undefined> {
  const names = file.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count++) {
    const folder = names.slice(0, count).join('/');
    try {
      if (!(await lstat(path.join(topLevel, folder))).isDirectory()) return folder;
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  }
  return undefined;
}
