import { isBuiltin } from 'node:module';
import { dirname } from 'node:path/posix';
import type { ModuleGraph } from '../../modules/module-graph.ts';
import { isInstalled, isListed, usesPlugAndPlay } from '../packages/install-command.ts';

const PACKAGE_NAME = /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*(?=\/|$)/;

/**
 * The packages that files import, that a package.json lists, and that are not installed.
 *
 * @param root absolute path of the tree
 */
export function findUninstalledPackages(files: readonly string[], graph: ModuleGraph, root: string): readonly string[] {
  const missing = new Set<string>();
  const present = new Set<string>();
  for (const file of files) {
    const folder = dirname(`${root}/${file}`);
    for (const { specifier } of graph.moduleOf(file)?.imports ?? []) {
      const name = isBuiltin(specifier) ? '@types/node' : PACKAGE_NAME.exec(specifier)?.[0];
      const key = `${folder}\0${name}`;
      if (name === undefined || missing.has(name) || present.has(key)) continue;
      const isMissing = graph.resolve(file, specifier) === undefined && isUninstalled(folder, name);
      if (isMissing) missing.add(name);
      else present.add(key);
    }
  }
  return [...missing].sort();
}

/** Whether a listed package has no folder. Types can be in a separate package. */
function isUninstalled(folder: string, name: string): boolean {
  if (isInstalled(folder, name)) return false;
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
  if (isInstalled(folder, types)) return false;
  return usesPlugAndPlay(folder) || isListed(folder, name) || isListed(folder, types);
}
