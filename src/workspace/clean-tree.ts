import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { removeEntry, removeTree } from './remove-tree.ts';
import type { TreeParts } from './tree-parts.ts';

/**
 * Removes from the tree of an attempt everything that is neither a file of its commit nor one of its parts. Links are
 * unlinked and never followed.
 *
 * @param files the files of the commit, relative to the root.
 * @param folders folders that stay although no file of the commit stands in them (submodules).
 */
export async function cleanTree(
  root: string,
  files: ReadonlySet<string>,
  folders: readonly string[],
  parts: TreeParts,
): Promise<void> {
  const kept = new Set(folders);
  for (const file of [...files, ...folders, ...parts.keys()]) addParents(file, kept);
  for (const [relative, part] of parts) {
    if (part.kind === 'folder') kept.add(relative);
  }
  await cleanFolder(root, '', files, kept, parts);
}

/** Files, and every folder on the way to them. */
export function withFolders(files: ReadonlySet<string>): Set<string> {
  const all = new Set(files);
  for (const file of files) addParents(file, all);
  return all;
}

function addParents(file: string, folders: Set<string>): void {
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
    const parent = file.slice(0, end);
    if (folders.has(parent)) return;
    folders.add(parent);
  }
}

async function cleanFolder(
  root: string,
  below: string,
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
  parts: TreeParts,
): Promise<void> {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const relative = below + entry.name;
    if (relative === '.git') continue;
    const absolute = path.join(root, relative);
    const isFolder = entry.isDirectory() && !entry.isSymbolicLink();
    if (isFolder && folders.has(relative)) await cleanFolder(root, `${relative}/`, files, folders, parts);
    else if (isFolder) await removeTree(absolute);
    else if (!files.has(relative) && !isPart(parts, relative)) await removeEntry(absolute);
  }
}

function isPart(parts: TreeParts, relative: string): boolean {
  const part = parts.get(relative);
  return part !== undefined && part.kind !== 'folder';
}
