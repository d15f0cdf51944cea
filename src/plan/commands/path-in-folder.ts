import { isGlob, whyOutsideTree } from '../../contract/tree-path.ts';

/**
 * A path that a command names, from the root of the tree and in one spelling; undefined where it is none: absolute, a
 * URL, a pattern, outside of the tree.
 */
export function pathInFolder(folder: string, written: string): string | undefined {
  const path = written.replaceAll('\\', '/');
  const outside = whyOutsideTree(path);
  if (path === '' || (outside !== undefined && outside !== 'holds ".."')) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || isGlob(path)) return undefined;
  const names = folder === '' ? [] : folder.split('/');
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.length === 0 ? undefined : names.join('/');
}
