import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { environmentPaths, isPartOfPackage, outermostModules } from '../confinement/program-folders.ts';
import { isWithin } from '../files/safe-path.ts';
import type { Git } from '../git/git.ts';
import { findDependenciesAbove } from './dependencies.ts';

/** Folders of a tree that usually are a virtual environment of Python. */
const ENVIRONMENTS = ['.venv', 'venv', 'env'];
const MODULES = 'node_modules';

/**
 * What the packages of a user's tree are outside of it: linked packages, a `node_modules` above it, and the interpreter and
 * the editable packages of a virtual environment.
 *
 * [CONF-1] Only what the user installed counts. A link or an environment that the repository contains leads where its authors
 * chose, and the user widens what commands see, never a repository.
 *
 * @param tree absolute and real
 * @param git the repository of the tree, if it has one
 */
export async function listPackagesOutside(tree: string, git: Git | undefined): Promise<readonly string[]> {
  const above = await findDependenciesAbove(tree);
  const tracked = git === undefined ? [] : await listTracked(git);
  const linked = await listLinkedPackages(tree, new Set(tracked));
  const environments = ENVIRONMENTS.filter((name) => !tracked.some((file) => `${file}/`.startsWith(`${name}/`)));
  const interpreters = environments.flatMap((name) => environmentPaths(path.join(tree, name), homedir()));
  const found = [...(above === undefined ? [] : [path.join(above, MODULES)]), ...linked, ...interpreters];
  return [...new Set(found)].filter((item) => !isWithin(tree, item));
}

function listTracked(git: Git): Promise<readonly string[]> {
  const action = 'list the packages of the repository';
  return git.fields(['ls-files', '-z', '--', MODULES, ...ENVIRONMENTS], { action });
}

async function listLinkedPackages(tree: string, tracked: ReadonlySet<string>): Promise<readonly string[]> {
  const listFolder = async (folder: string): Promise<readonly string[]> => {
    if (tracked.has(folder)) return [];
    const entries = await readdir(path.join(tree, folder), { withFileTypes: true }).catch(() => []);
    const nested = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('@'));
    const inScopes = await Promise.all(nested.map(({ name }) => listFolder(`${folder}/${name}`)));
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => `${folder}/${name}`);
    return [...links.filter((link) => !tracked.has(link)), ...inScopes.flat()];
  };
  const follow = (link: string): Promise<string | undefined> => realpath(path.join(tree, link)).catch(() => undefined);
  // No manifest names the folder of all packages.
  const modules = tracked.has(MODULES) ? undefined : await follow(MODULES);
  const packages = await Promise.all((await listFolder(MODULES)).map(follow));
  const shown = packages.filter((target) => target !== undefined && isPartOfPackage(target, homedir()));
  return [modules, ...shown]
    .filter((target) => target !== undefined)
    .map((target) => outermostModules(target) ?? target);
}
