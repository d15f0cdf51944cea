import path from 'node:path';
import { pathExists } from './safe-path.ts';

/**
 * The path of a folder relative to the top level of its repository, with a final `/`; empty at the top level and outside of
 * a repository. Reads the disk and does not start git.
 */
export async function findRepositoryPrefix(folder: string): Promise<string> {
  for (let top = folder; ; top = path.dirname(top)) {
    if (await pathExists(path.join(top, '.git'))) {
      const relative = path.relative(top, folder).split(path.sep).join('/');
      return relative === '' ? '' : `${relative}/`;
    }
    if (top === path.dirname(top)) return '';
  }
}
