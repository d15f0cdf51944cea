import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Lets Node store compiled code in the temporary folder of the system, unless NODE_DISABLE_COMPILE_CACHE is set or the folder
 * may be part of a work tree: the files would be untracked files of the user.
 */
export function storeCompiledCode(): void {
  if (!isInWorkTree(tmpdir(), process.cwd())) enableCompileCache();
}

/** Whether a folder is below the current folder or below a folder with a git repository. */
export function isInWorkTree(folder: string, cwd: string): boolean {
  for (let parent = path.resolve(cwd, folder); ; parent = path.dirname(parent)) {
    if (parent === cwd || existsSync(path.join(parent, '.git'))) return true;
    if (parent === path.dirname(parent)) return false;
  }
}
