import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError, isPermissionError, systemErrorCode, whenFound } from '../../foundation/system-error.ts';

/** The path of a file system entry. A name that is not UTF-8 can only be given as bytes. */
export type EntryPath = string | Buffer;

/** A folder deeper in a tree than this is moved before its contents are removed. macOS accepts paths of 1024 bytes. */
const MAX_DEPTH_BYTES = 512;

/**
 * Removes a file, a link or a folder with its contents. Links and Windows junctions are unlinked, never followed, because
 * they may lead to the user's `node_modules`. A missing path is not an error. Entries that another process creates during
 * the removal are removed too: a git process can outlive the process that started it.
 */
export async function removeTree(target: EntryPath): Promise<void> {
  await removeBelow(target, target, []);
}

/** @param moved folders that were moved to the top, which its removal removes */
async function removeBelow(target: EntryPath, top: EntryPath, moved: EntryPath[]): Promise<void> {
  const stats = await whenFound(lstat(target));
  if (stats === undefined) return;
  if (!stats.isDirectory() || stats.isSymbolicLink()) {
    await removeEntry(target);
    return;
  }
  await removeContents(target, top, moved);
  if (target === top) while (moved.length > 0) await removeBelow(moved.pop() ?? top, top, moved);
  await retryIfLocked(async () => {
    try {
      await rmdir(target);
    } catch (thrown) {
      // Another process has created an entry since the folder was listed.
      if (systemErrorCode(thrown) === 'ENOTEMPTY') await removeContents(target, top, moved);
      throw thrown;
    }
  }, target);
}

async function removeContents(folder: EntryPath, top: EntryPath, moved: EntryPath[]): Promise<void> {
  let entries;
  try {
    entries = await readEntries(folder);
  } catch (thrown) {
    if (isNotFoundError(thrown)) return;
    if (!isPermissionError(thrown)) throw thrown;
    await chmod(folder, 0o700);
    entries = await readEntries(folder);
  }
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.isSymbolicLink());
  const nonFolders = entries.filter((entry) => !folders.includes(entry));
  if (nonFolders.length > 0) await removeAll(nonFolders.map((entry) => joinEntry(folder, entry.name)));
  for (let start = 0; start < folders.length; start += 8) {
    await Promise.all(
      folders.slice(start, start + 8).map(async ({ name }) => {
        const absolute = joinEntry(folder, name);
        if (Buffer.byteLength(absolute) - Buffer.byteLength(top) <= MAX_DEPTH_BYTES)
          await removeBelow(absolute, top, moved);
        else moved.push(await moveToTop(absolute, top));
      }),
    );
  }
}

/** A program can create folders at a depth for which the system accepts no path. */
async function moveToTop(folder: EntryPath, top: EntryPath): Promise<EntryPath> {
  const place = joinEntry(top, Buffer.from(randomUUID()));
  await retryIfLocked(async () => {
    try {
      await rename(folder, place);
    } catch (thrown) {
      if (isPermissionError(thrown)) await chmod(folder, 0o700);
      throw thrown;
    }
  }, folder);
  return place;
}

async function removeAll(files: readonly EntryPath[]): Promise<void> {
  for (let start = 0; start < files.length; start += 32) {
    await Promise.all(files.slice(start, start + 32).map(removeEntry));
  }
}

/** Lists a folder with names as bytes. */
export async function readEntries(folder: EntryPath): Promise<Dirent<Buffer>[]> {
  return readdir(folder, { withFileTypes: true, encoding: 'buffer' });
}

/** The path of an entry. Stays text if the name is UTF-8, since Windows accepts only text. */
export function joinEntry(folder: EntryPath, name: Buffer): EntryPath {
  const text = name.toString('utf8');
  if (typeof folder === 'string' && Buffer.from(text, 'utf8').equals(name)) return path.join(folder, text);
  return Buffer.concat([Buffer.from(folder), Buffer.from(path.sep), name]);
}

/** Unlinks a file or a link. Windows removes a link to a folder with rmdir, which does not affect its target. */
export async function removeEntry(target: EntryPath): Promise<void> {
  await retryIfLocked(async () => {
    try {
      await unlink(target);
    } catch (thrown) {
      if (isNotFoundError(thrown)) return;
      if (process.platform === 'win32' && (await lstat(target)).isSymbolicLink()) await rmdir(target);
      else throw thrown;
    }
  }, target);
}

/** Removes a folder if it is empty. Returns false if it still exists: it is not empty, is in use or is protected. */
export async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (thrown) {
    if (isNotFoundError(thrown)) return true;
    if (isBusyError(thrown) || isPermissionError(thrown) || systemErrorCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/**
 * Removes a folder and its parents up to the root, as long as they are empty. Git does the same.
 *
 * @param folder relative to the root, with `/`
 * @param kept folders that are not removed, relative to the root
 */
export async function removeEmptyFolders(
  root: string,
  folder: string,
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (let next = folder; next !== '.' && next !== ''; next = path.posix.dirname(next)) {
    if (kept.has(next)) return;
    if (!(await removeIfEmpty(path.join(root, next)))) return;
  }
}

function isBusyError(thrown: unknown): boolean {
  return ['EBUSY', 'ENOTEMPTY'].includes(systemErrorCode(thrown) ?? '');
}

/** Retries an action because virus scanners and ending processes lock files briefly. Makes read-only folders writable. */
async function retryIfLocked(action: () => Promise<void>, target: EntryPath): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await action();
      return;
    } catch (thrown) {
      if (isNotFoundError(thrown)) return;
      if (attempt >= 5 || (!isPermissionError(thrown) && !isBusyError(thrown))) throw thrown;
      if (isPermissionError(thrown)) await makeRemovable(target);
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

async function makeRemovable(target: EntryPath): Promise<void> {
  await chmod(parentOf(target), 0o700);
  if (process.platform === 'win32' && !(await lstat(target)).isSymbolicLink()) await chmod(target, 0o600);
}

function parentOf(target: EntryPath): EntryPath {
  return typeof target === 'string' ? path.dirname(target) : target.subarray(0, target.lastIndexOf(path.sep));
}
