import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import * as z from 'zod';
import { NPM, PACKAGE_MANAGERS } from '../../../workspace/worktree/package-managers.ts';
import { textOnDisk } from '../files/ambient-files.ts';

const dependencies = z.record(z.string(), z.unknown()).optional().catch(undefined);
const manifestSchema = z.object({
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  peerDependencies: dependencies,
});

/**
 * The command that installs a package for a folder, with the package manager of the repository. A package that a
 * package.json lists is installed with everything else that it lists.
 */
export function installCommand(folder: string, packageName: string): string {
  const folders = foldersOfRepository(folder);
  const managers = folders.flatMap((one) => PACKAGE_MANAGERS.find(({ lock }) => existsSync(join(one, lock))) ?? []);
  const { add, addForDevelopment, installListed } = managers[0] ?? NPM;
  if (isListed(folder, packageName)) return installListed;
  return `${packageName.startsWith('@types/') ? addForDevelopment : add} ${packageName}`;
}

/** Whether a package.json for a folder lists a package. */
export function isListed(folder: string, packageName: string): boolean {
  return foldersOfRepository(folder).some((one) => lists(join(one, 'package.json'), packageName));
}

/** Whether Yarn's Plug'n'Play is used, which installs packages in archives. */
export function usesPlugAndPlay(folder: string): boolean {
  return foldersOfRepository(folder).some((one) => existsSync(join(one, '.pnp.cjs')));
}

/** Whether a package is in a `node_modules` folder that imports in a folder can use. */
export function isInstalled(folder: string, packageName: string): boolean {
  for (let one = folder; ; one = dirname(one)) {
    if (existsSync(join(one, 'node_modules', packageName))) return true;
    if (one === dirname(one)) return false;
  }
}

/** A folder and the folders above it, up to the one with `.git`. */
export function foldersOfRepository(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let one = folder; ; one = dirname(one)) {
    folders.push(one);
    if (existsSync(join(one, '.git')) || one === dirname(one)) return folders;
  }
}

function lists(manifest: string, packageName: string): boolean {
  const text = textOnDisk(manifest);
  if (text === undefined) return false;
  try {
    return Object.values(manifestSchema.parse(JSON.parse(text))).some(
      (listed) => listed !== undefined && Object.hasOwn(listed, packageName),
    );
  } catch {
    // A manifest that cannot be read lists nothing.
    return false;
  }
}
