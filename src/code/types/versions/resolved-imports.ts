import { isBuiltin } from 'node:module';
import type { ImportGraph } from '../../modules/module-graph.ts';

/**
 * Whether the type checker read every module that a file imports, directly and transitively. The type checker treats a
 * missing module as `any` or ignores it, for example if the dependencies of a project are not installed.
 * @param specifiers imports of the file in any of its versions
 * @param checkedFiles absolute paths of all files that the type checker read
 * @param absolutePath returns the absolute path of a file of the tree
 */
export function areImportsResolved(
  graph: ImportGraph,
  file: string,
  specifiers: Iterable<string>,
  checkedFiles: readonly string[],
  absolutePath: (file: string) => string,
): boolean {
  const checked = new Set(checkedFiles);
  const packages = new Set(checkedFiles.flatMap((path) => packageOf(path) ?? []));
  const isInstalled = (specifier: string): boolean => {
    if (/^[./#]/.test(specifier)) return false;
    const name = packageName(specifier);
    return packages.has(name) || packages.has(`@types/${name.replace(/^@/, '').replace('/', '__')}`);
  };
  const files = new Set([file]);
  for (const importer of files) {
    const imported = importer === file ? [...specifiers] : [];
    for (const { specifier } of graph.moduleOf(importer)?.imports ?? []) imported.push(specifier);
    for (const { specifier } of graph.moduleOf(importer)?.starExports ?? []) imported.push(specifier);
    for (const entry of graph.moduleOf(importer)?.exports ?? [])
      if (entry.from !== undefined) imported.push(entry.from);
    for (const specifier of imported) {
      const target = graph.resolve(importer, specifier);
      if (target === undefined ? !isInstalled(specifier) : !checked.has(absolutePath(target))) return false;
      if (target !== undefined) files.add(target);
    }
  }
  return true;
}

/** The package of a specifier. Built-in modules belong to `@types/node`. */
function packageName(specifier: string): string {
  if (isBuiltin(specifier)) return 'node';
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function packageOf(path: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}
