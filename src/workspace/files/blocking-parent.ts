import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { whenFound } from '../../foundation/system-error.ts';

/**
 * Finds the first parent of a path that exists but is not a real folder: a file, or a link, which is never followed. Returns
 * `undefined` if there is none.
 */
export async function findBlockingParent(topLevel: string, file: string): Promise<string | undefined> {
  const names = file.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count++) {
    const folder = names.slice(0, count).join('/');
    const stats = await whenFound(lstat(path.join(topLevel, folder)));
    if (stats === undefined) return undefined;
    if (!stats.isDirectory()) return folder;
  }
  return undefined;
}
