/** Single steps in which files come to their places. `beside` names a place next to the target for a copy. */
import type { Stats } from 'node:fs';
import { copyFile, link, lstat, open, readlink, rename, stat, symlink, utimes } from 'node:fs/promises';
import { systemCodeOf } from '../shared/system-code.ts';
import { removeEntry } from './remove-tree.ts';
import { isMissing } from './safe-path.ts';

/** Puts a file where none is. False where one has come there meanwhile, which is not overwritten. */
export async function placeNew(source: string, target: string, beside: string): Promise<boolean> {
  try {
    await link(source, target);
    await removeEntry(source);
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    if (systemCodeOf(thrown) === 'EXDEV') return placeNewByWayOf(beside, source, target);
    // A file system without second names.
  }
  if ((await lstatOrNothing(target)) !== undefined) return false;
  await moveOver(source, target, beside);
  return true;
}

/** From another file system: a copy beside the target gets the target's name. */
async function placeNewByWayOf(beside: string, source: string, target: string): Promise<boolean> {
  await copyTo(source, beside);
  try {
    await link(beside, target);
  } catch (thrown) {
    await removeEntry(beside);
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
  await removeEntry(source);
  await removeEntry(beside);
  return true;
}

/** Replaces a file in one step; from another file system by way of a file beside it. */
export async function moveOver(source: string, target: string, beside: string): Promise<void> {
  try {
    await renameRetrying(source, target);
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'EXDEV') throw thrown;
    await copyTo(source, beside);
    await removeEntry(source);
    await renameRetrying(beside, target);
  }
}

async function copyTo(source: string, target: string): Promise<void> {
  await removeEntry(target);
  if ((await lstat(source)).isSymbolicLink()) await symlink(await readlink(source), target);
  else await copyWithTimes(source, target);
}

/** On Windows a virus scanner or an indexer holds a file for a moment. */
export async function renameRetrying(source: string, target: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await rename(source, target);
      return;
    } catch (thrown) {
      const held = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(systemCodeOf(thrown) ?? '');
      if (!held || attempt >= 6) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

/** A copy with the age of the original, flushed. */
export async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
  // Windows flushes by handles that may write, which a read-only file does not give.
  if (process.platform === 'win32') return;
  const handle = await open(to, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether two entries are names of one file. */
export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev && one.ino !== 0;
}

export async function lstatOrNothing(absolute: string): Promise<Stats | undefined> {
  try {
    return await lstat(absolute);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

export async function isFolder(absolute: string): Promise<boolean> {
  return (await lstatOrNothing(absolute))?.isDirectory() ?? false;
}
