import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSpecialFile } from '../plain-files/plain-file.ts';

/** The files in a work tree that git itself reads. It waits for a writer if one of them is a named pipe. */
const READ_BY_GIT = new Set(['.git', '.gitattributes', '.gitignore', '.gitmodules', '.mailmap']);
/** Folders of a repository with files that git reads: its top level and `info`. */
const REPOSITORY_FOLDERS = ['.', 'info'];
const MAX_FOLDERS = 100_000;

/**
 * Finds a named pipe or another special file that git reads in a work tree or its repository, and thus why a call of git
 * does not end. Relative to the folder; `undefined` if there is none.
 */
export async function findFileThatBlocksGit(workTree: string): Promise<string | undefined> {
  for (const folder of REPOSITORY_FOLDERS) {
    const names = await readFolder(path.join(workTree, '.git', folder));
    const special = names.map(({ name }) => path.join('.git', folder, name)).find((file) => isSpecial(workTree, file));
    if (special !== undefined) return special;
  }
  const pending = [''];
  let visited = 0;
  for (let folder = pending.pop(); folder !== undefined && visited < MAX_FOLDERS; folder = pending.pop()) {
    visited += 1;
    for (const entry of await readFolder(path.join(workTree, folder))) {
      const file = path.join(folder, entry.name);
      if (READ_BY_GIT.has(entry.name) && isSpecial(workTree, file)) return file;
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') pending.push(file);
    }
  }
  return undefined;
}

function isSpecial(workTree: string, file: string): boolean {
  return isSpecialFile(path.join(workTree, file));
}

async function readFolder(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // It does not exist or cannot be read. Then git does not read its files either.
    return [];
  }
}
