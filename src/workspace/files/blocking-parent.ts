import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../foundation/system-error.ts';

/**
 * Finds the first parent of a path that exists but is not a real folder: a file, or a link, which is never followed. Returns
 * `undefined` if there is none.
 */
export async function findBlockingParent(topLevel: string, file: string): Promise<string | undefined> {
  const names = file.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count++) {
    const folder = names.slice(0, count).join('/');
    try {
      if (!(await lstat(path.join(topLevel, folder))).isDirectory()) return folder;
    } catch (thrown) {
      if (isNotFoundError(thrown)) return undefined;
      throw thrown;
    }
  }
  return undefined;
}
