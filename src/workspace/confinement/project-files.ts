import path from 'node:path';
import { isWithin } from '../files/safe-path.ts';
import { entriesOf } from './examine-path.ts';

/** The most folders of a tree that are looked at. */
const MAX_FOLDERS = 100;

/**
 * The names of the files of a tree, of the folders in it, and of the folders between it and a working folder. They say which
 * tools work in the tree.A deeper project is found by its working folder.
 *
 * @param tree absolute
 * @param cwd absolute
 */
export function listProjectFiles(tree: string, cwd: string): ReadonlySet<string> {
  const names = new Set<string>();
  const folders = new Set<string>([tree]);
  for (let folder = cwd; folder !== tree && isWithin(tree, folder); folder = path.dirname(folder)) folders.add(folder);
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      if (entry.isFile()) names.add(entry.name);
      else if (folder === tree && isSource(entry.name) && folders.size < MAX_FOLDERS && entry.isDirectory()) {
        folders.add(path.join(tree, entry.name));
      }
    }
  }
  return names;
}

/** Whether a folder may be a part of the project, not a dependency or a part of a tool. */
function isSource(name: string): boolean {
  return name !== 'node_modules' && !name.startsWith('.');
}
