import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** Whether packages may be installed in one of some folders or above it. Any file of a package can declare any module. */
export function mayHavePackages(folders: Iterable<string>): boolean {
  return [...withParents(folders)].some((folder) => existsSync(join(folder, 'node_modules')));
}

/** Whether packages may replace files of the standard library for a configuration in a folder. */
export function mayReplaceLibrary(folder: string): boolean {
  return [...withParents([folder])].some(
    (one) =>
      entriesOf(join(one, 'node_modules', '@typescript')).some((name) => name.startsWith('lib-')) ||
      entriesOf(join(one, 'node_modules', '@types')).some((name) => name.startsWith('typescript__lib-')),
  );
}

/** Absolute folders and all folders above them. */
function withParents(folders: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const one of folders) {
    for (let folder = one; !all.has(folder); folder = dirname(folder)) all.add(folder);
  }
  return all;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
