import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { isWithin, pathExists } from '../files/safe-path.ts';
import { PACKAGE_MANAGERS } from './package-managers.ts';
import { readPlainText } from '../plain-files/plain-file.ts';

/** Packages of a `package.json` that are not installed, or installed packages that are older than the lock file. */
export interface DependencyProblem {
  /** The names of the missing packages; empty if all exist, but the lock file has changed since. */
  readonly missing: readonly string[];
  /** The lock file that is newer than the installed packages. */
  readonly newerLock?: string | undefined;
  /** The command that installs them. */
  readonly install: string;
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Compares the `package.json` of a folder with the installed packages. Undefined if there is no difference, no
 * `package.json`, or packages are not installed in folders (Yarn's Plug'n'Play).
 *
 * @param folder the workspace folder in the attempt's worktree
 * @param topLevel the worktree, which contains it
 * @param userFolder the workspace folder of the user, which has the times of the files
 */
export async function findDependencyProblem(
  folder: string,
  topLevel: string,
  userFolder: string,
): Promise<DependencyProblem | undefined> {
  const names = await readDependencyNames(folder);
  const folders = listParents(folder, topLevel);
  if (names.length === 0 || (await existsInAny(folders, '.pnp.cjs'))) return undefined;
  const missing: string[] = [];
  for (const name of names) if (!(await existsInAny(folders, `node_modules/${name}`))) missing.push(name);
  const userFolders = listParents(userFolder, path.resolve(userFolder, path.relative(folder, topLevel)));
  const lock = await findLock(userFolders);
  const install = lock?.install ?? 'npm install';
  if (missing.length > 0) return { missing, install };
  return lock?.isNewer === true ? { missing, newerLock: lock.file, install } : undefined;
}

async function readDependencyNames(folder: string): Promise<readonly string[]> {
  try {
    const manifest = manifestSchema.parse(JSON.parse(await readPlainText(path.join(folder, 'package.json'))));
    return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  } catch {
    // A manifest that is missing or cannot be read explains nothing about packages.
    return [];
  }
}

/** The folder and its parents up to the top level. */
function listParents(folder: string, topLevel: string): readonly string[] {
  const folders = [folder];
  for (let parent = path.dirname(folder); isWithin(topLevel, parent); parent = path.dirname(parent)) {
    folders.push(parent);
    if (parent === topLevel) break;
  }
  return folders;
}

async function existsInAny(folders: readonly string[], relative: string): Promise<boolean> {
  for (const folder of folders) if (await pathExists(path.join(folder, relative))) return true;
  return false;
}

async function findLock(
  folders: readonly string[],
): Promise<{ readonly file: string; readonly install: string; readonly isNewer: boolean } | undefined> {
  for (const folder of folders) {
    for (const { lock, installed, install } of PACKAGE_MANAGERS) {
      const lockTime = await readTime(path.join(folder, lock));
      if (lockTime === undefined) continue;
      const installTime =
        installed === undefined ? undefined : await readTime(path.join(folder, 'node_modules', installed));
      return { file: lock, install, isNewer: installTime !== undefined && lockTime > installTime };
    }
  }
  return undefined;
}

async function readTime(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
}
