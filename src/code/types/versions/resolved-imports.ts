import { isBuiltin } from 'node:module';
import type { ImportGraph } from '../reach/edit-reach.ts';

/**
 * Whether all that a file imports, through any number of files, was read by the checker. What is missing, as in a
 * project whose dependencies are not installed, is `any` for the checker, or as if it were not written at all.
 * @param specifiers what some version of the file imports
 * @param read absolute paths of every file that the checker has read
 * @param absolute the absolute path of a file of the tree
 */
export function areImportsResolved(
  graph: ImportGraph,
  file: string,
  specifiers: Iterable<string>,
  read: readonly string[],
  absolute: (file: string) => string,
): boolean {
  const known = new Set(read);
  const packages = new Set(read.flatMap((path) => packageOf(path) ?? []));
  const isThere = (specifier: string): boolean => {
    if (/^[./#]/.test(specifier)) return false;
    const name = packageNamed(specifier);
    return packages.has(name) || packages.has(`@types/${name.replace(/^@/, '').replace('/', '__')}`);
  };
  const files = new Set([file]);
  for (const each of files) {
    const own = each === file ? [...specifiers] : [];
    for (const { specifier } of graph.moduleOf(each)?.imports ?? []) own.push(specifier);
    for (const { specifier } of graph.moduleOf(each)?.starFrom ?? []) own.push(specifier);
    for (const entry of graph.moduleOf(each)?.exports ?? []) if (entry.from !== undefined) own.push(entry.from);
    for (const specifier of own) {
      const target = graph.resolve(each, specifier);
      if (target === undefined ? !isThere(specifier) : !known.has(absolute(target))) return false;
      if (target !== undefined) files.add(target);
    }
  }
  return true;
}

/** `node:fs/promises` and `fs` are declared by the types of Node. */
function packageNamed(specifier: string): string {
  if (isBuiltin(specifier)) return 'node';
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function packageOf(path: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}
