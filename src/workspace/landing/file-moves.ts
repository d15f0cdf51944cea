/** Atomic file moves. `sibling` is a temporary path next to the target, for moves from another file system. */
import type { Stats } from 'node:fs';
import { copyFile, link, lstat, open, readlink, rename, stat, symlink, utimes } from 'node:fs/promises';
import { systemErrorCode, whenFound } from '../../foundation/system-error.ts';
import { removeEntry } from '../files/remove-tree.ts';

/** Moves a file to a path if nothing exists there. Otherwise changes nothing and returns false. */
export async function moveToNewPath(source: string, target: string, sibling: string): Promise<boolean> {
  try {
    await link(source, target);
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'EEXIST') return false;
    if (systemErrorCode(thrown) === 'EXDEV') return copyToNewPath(source, target, sibling);
    // Any other error probably means that the file system does not support hard links.
    if ((await lstatIfExists(target)) !== undefined) return false;
    await moveAndReplace(source, target, sibling);
    return true;
  }
  await removeEntry(source);
  return true;
}

/** Moves a file from another file system: copies it, and creates the target as a hard link to the copy. */
async function copyToNewPath(source: string, target: string, sibling: string): Promise<boolean> {
  await copyTo(source, sibling);
  try {
    await link(sibling, target);
  } catch (thrown) {
    await removeEntry(sibling);
    if (systemErrorCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
  await removeEntry(source);
  await removeEntry(sibling);
  return true;
}

/** Moves a file and atomically replaces the target. From another file system, copies to the sibling path first. */
export async function moveAndReplace(source: string, target: string, sibling: string): Promise<void> {
  try {
    await renameWithRetry(source, target);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'EXDEV') throw thrown;
    await copyTo(source, sibling);
    await removeEntry(source);
    await renameWithRetry(sibling, target);
  }
}

/** Copies a file or a link. Replaces the target. */
async function copyTo(source: string, target: string): Promise<void> {
  await removeEntry(target);
  if ((await lstat(source)).isSymbolicLink()) await symlink(await readlink(source, 'buffer'), target);
  else await copyWithTimes(source, target);
}

/** Renames a file. Retries on Windows, where virus scanners and indexers lock files briefly. */
export async function renameWithRetry(source: string, target: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await rename(source, target);
      return;
    } catch (thrown) {
      const isLocked =
        process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(systemErrorCode(thrown) ?? '');
      if (!isLocked || attempt >= 6) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

/** Copies a file with its access and modification times. Flushes the copy, except on Windows. */
export async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
  // Windows can flush only through a writable handle, and a read-only file cannot be opened for writing.
  if (process.platform === 'win32') return;
  const handle = await open(to, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether two stats belong to hard links of the same file. */
export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev && one.ino !== 0;
}

export async function lstatIfExists(absolute: string): Promise<Stats | undefined> {
  return whenFound(lstat(absolute));
}

export async function isFolder(absolute: string): Promise<boolean> {
  return (await lstatIfExists(absolute))?.isDirectory() ?? false;
}
