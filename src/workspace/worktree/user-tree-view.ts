import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { environmentPaths } from '../confinement/program-folders.ts';
import { isWithin } from '../files/safe-path.ts';
import { findDependenciesAbove } from './dependencies.ts';
import { outermostModules } from './linked-packages.ts';

/** Folders of a tree that usually are a virtual environment of Python. */
const ENVIRONMENTS = ['.venv', 'venv', 'env'];

/**
 * What the packages of a user's tree are outside of it: linked packages, a `node_modules` above it, and the interpreter and
 * the editable packages of a virtual environment.
 *
 * @param tree absolute and real
 */
export async function listPackagesOutside(tree: string): Promise<readonly string[]> {
  const above = await findDependenciesAbove(tree);
  const linked = await listLinkedPackages(path.join(tree, 'node_modules'));
  const environments = ENVIRONMENTS.flatMap((name) => environmentPaths(path.join(tree, name), homedir()));
  const found = [...(above === undefined ? [] : [path.join(above, 'node_modules')]), ...linked, ...environments];
  return [...new Set(found)].filter((item) => !isWithin(tree, item));
}

async function listLinkedPackages(modules: string): Promise<readonly string[]> {
  const entries = await readdir(modules, { withFileTypes: true }).catch(() => []);
  const scopes = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('@'));
  const inScopes = await Promise.all(
    scopes.map(async ({ name }) => readdir(path.join(modules, name), { withFileTypes: true }).catch(() => [])),
  );
  const links = [...entries, ...inScopes.flat()].filter((entry) => entry.isSymbolicLink());
  const targets = await Promise.all(
    links.map((entry) => realpath(path.join(entry.parentPath, entry.name)).catch(() => undefined)),
  );
  return targets.filter((target) => target !== undefined).map(outermostModules);
}
