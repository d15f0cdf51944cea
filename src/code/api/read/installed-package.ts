import { readdirSync } from 'node:fs';
import { ModuleResolver } from '../../resolution/module-resolver.ts';
import { textOnDisk } from '../../types/files/ambient-files.ts';
import type { WorkspacePackage } from '../../resolution/workspace-packages.ts';
import type { ApiTree } from './read-apis.ts';

/** More files of an installed package are not listed. */
const MAX_FILES = 20_000;

/** A package in a folder that is no part of the workspace, such as `node_modules/name`. `undefined` without a manifest. */
export function openInstalledPackage(
  root: string,
): { readonly tree: ApiTree; readonly owner: WorkspacePackage } | undefined {
  const manifest = textOnDisk(`${root}/package.json`);
  if (manifest === undefined) return undefined;
  const files = new Set(listFiles(root, ''));
  const resolver = new ModuleResolver(files, new Map([['package.json', manifest]]), () => undefined);
  const owner = resolver.packages.packageIn('');
  if (owner === undefined) return undefined;
  const tree: ApiTree = {
    root,
    files: {
      files,
      has: (path) => files.has(path),
      resolve: (of, target) => resolver.packageTarget(of, target),
      conventionalEntry: (of) => resolver.conventionalEntry(of),
    },
    packageOf: (file) => (file.includes('node_modules/') ? undefined : ''),
    ambientFiles: [],
    textOf: textOnDisk,
  };
  return { tree, owner };
}

function listFiles(root: string, folder: string, found: string[] = []): string[] {
  for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (found.length >= MAX_FILES || entry.name === 'node_modules' || entry.name === '.git') continue;
    if (entry.isDirectory()) listFiles(root, path, found);
    else if (entry.isFile()) found.push(path);
  }
  return found;
}
