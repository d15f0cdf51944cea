/**
 * What stands in the tree of an attempt beside the files of its commit: links to dependencies, copies of ignored
 * files. Kept as a list, so that a reset puts back exactly this and removes everything else.
 */
import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './safe-path.ts';
import { removeTree } from './remove-tree.ts';

export type TreePart =
  | { readonly kind: 'folder' }
  /** `target` is absolute, or relative to the folder of the link. */
  | { readonly kind: 'link'; readonly target: string; readonly toFolder: boolean }
  /** A copy of the file at `source`, which is absolute. */
  | { readonly kind: 'file'; readonly source: string };

/** Parts by their path, relative to the tree's root and written with `/`. */
export type TreeParts = Map<string, TreePart>;

const AT_ONCE = 32;

/** Puts the parts that are missing or different into a tree. Folders come before what stands in them. */
export async function placeParts(root: string, parts: TreeParts): Promise<void> {
  const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [relative, part] of sorted) {
    if (part.kind === 'folder') await placeFolder(path.join(root, relative));
  }
  const others = sorted.filter(([, part]) => part.kind !== 'folder');
  for (let start = 0; start < others.length; start += AT_ONCE) {
    await Promise.all(
      others.slice(start, start + AT_ONCE).map(([relative, part]) => placePart(path.join(root, relative), part)),
    );
  }
}

async function placeFolder(absolute: string): Promise<void> {
  const found = await lstatOrNothing(absolute);
  if (found !== undefined && (!found.isDirectory() || found.isSymbolicLink())) await removeTree(absolute);
  await mkdir(absolute, { recursive: true });
}

async function placePart(absolute: string, part: TreePart): Promise<void> {
  if (part.kind === 'folder' || (await isInPlace(absolute, part))) return;
  await removeTree(absolute);
  await mkdir(path.dirname(absolute), { recursive: true });
  if (part.kind === 'file') await copyFile(part.source, absolute, constants.COPYFILE_FICLONE);
  else await placeLink(absolute, part.target, part.toFolder);
}

async function placeLink(absolute: string, target: string, toFolder: boolean): Promise<void> {
  if (process.platform !== 'win32') {
    await symlink(target, absolute);
    return;
  }
  const resolved = path.resolve(path.dirname(absolute), target);
  // Junctions need no privilege; links to files do, so those are copied.
  if (toFolder) await symlink(resolved, absolute, 'junction');
  else await copyFile(resolved, absolute);
}

async function isInPlace(absolute: string, part: Exclude<TreePart, { kind: 'folder' }>): Promise<boolean> {
  const found = await lstatOrNothing(absolute);
  if (found === undefined) return false;
  if (part.kind === 'link') return found.isSymbolicLink() && (await readlink(absolute)) === part.target;
  return false;
}

async function lstatOrNothing(absolute: string): Promise<Stats | undefined> {
  try {
    return await lstat(absolute);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
