import { findTreeEscape } from '../../../contract/contract-paths.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';

/**
 * The normalized path of a file that a command names, relative to the root of the tree. `undefined` for absolute paths,
 * URLs, patterns and paths outside of the tree.
 */
export function pathInFolder(folder: string, operand: string): string | undefined {
  const path = operand.replaceAll('\\', '/');
  const escape = findTreeEscape(path);
  // ".." can stay inside the tree. It is resolved against the folder below.
  if (path === '' || (escape !== undefined && escape.kind !== 'parent')) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || isGlob(path)) return undefined;
  const names = folder === '' ? [] : folder.split('/');
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.length === 0 ? undefined : names.join('/');
}
