/**
 * The overlay of an attempt's worktree: entries that git does not check out, namely links to dependencies and copies of
 * ignored files and submodules. A reset restores the commit and the overlay and removes everything else.
 */
import { lstat, mkdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { whenFound } from '../../foundation/system-error.ts';
import { copyPlainFile } from '../plain-files/plain-file.ts';
import { joinEntry, readEntries, removeEntry, removeTree } from '../files/remove-tree.ts';

export type OverlayEntry =
  | { readonly kind: 'folder' }
  /** `target` is absolute, or relative to the folder of the link. `toFolder` states whether the target is a folder. */
  | { readonly kind: 'link'; readonly target: string; readonly toFolder: boolean }
  /** A copy of the file at `source`, an absolute path. */
  | { readonly kind: 'file'; readonly source: string };

/** Overlay entries by path. Paths are relative to the root of the worktree and use `/`. */
export type Overlay = Map<string, OverlayEntry>;

const CONCURRENCY = 32;

/** Creates the overlay entries that are missing or different. Folders are created before their contents. */
export async function applyOverlay(root: string, overlay: Overlay): Promise<void> {
  const sorted = [...overlay].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [relative, entry] of sorted) {
    if (entry.kind === 'folder') await createFolder(path.join(root, relative));
  }
  const filesAndLinks = sorted.filter(([, entry]) => entry.kind !== 'folder');
  for (let start = 0; start < filesAndLinks.length; start += CONCURRENCY) {
    await Promise.all(
      filesAndLinks
        .slice(start, start + CONCURRENCY)
        .map(([relative, entry]) => createEntry(path.join(root, relative), entry)),
    );
  }
}

async function createFolder(absolute: string): Promise<void> {
  const existing = await whenFound(lstat(absolute));
  if (existing !== undefined && (!existing.isDirectory() || existing.isSymbolicLink())) await removeTree(absolute);
  await mkdir(absolute, { recursive: true });
}

async function createEntry(absolute: string, entry: OverlayEntry): Promise<void> {
  if (entry.kind === 'folder' || (await isUpToDate(absolute, entry))) return;
  await removeTree(absolute);
  await mkdir(path.dirname(absolute), { recursive: true });
  if (entry.kind === 'file') await copyPlainFile(entry.source, absolute);
  else await createLink(absolute, entry.target, entry.toFolder);
}

async function createLink(absolute: string, target: string, toFolder: boolean): Promise<void> {
  if (process.platform !== 'win32') {
    await symlink(target, absolute);
    return;
  }
  const resolved = path.resolve(path.dirname(absolute), target);
  // Junctions need no privilege. Links to files do, so files are copied.
  if (toFolder) await symlink(resolved, absolute, 'junction');
  else await copyPlainFile(resolved, absolute);
}

async function isUpToDate(absolute: string, entry: Exclude<OverlayEntry, { kind: 'folder' }>): Promise<boolean> {
  const existing = await whenFound(lstat(absolute));
  if (existing === undefined || entry.kind !== 'link') return false;
  return existing.isSymbolicLink() && (await readlink(absolute)) === entry.target;
}

/**
 * Removes everything from a worktree that is neither a file of its commit nor an overlay entry. Links are unlinked, never
 * followed.
 *
 * @param files the files of the commit, relative to the root
 * @param folders additional folders to keep (submodules)
 */
export async function removeExtraFiles(
  root: string,
  files: ReadonlySet<string>,
  folders: readonly string[],
  overlay: Overlay,
): Promise<void> {
  const keptFolders = new Set(folders);
  for (const file of [...files, ...folders, ...overlay.keys()]) addParents(file, keptFolders);
  for (const [relative, entry] of overlay) {
    if (entry.kind === 'folder') keptFolders.add(relative);
  }
  await cleanFolder(root, '', files, keptFolders, overlay);
}

/** A set of files together with all their parent folders. */
export function withParentFolders(files: Iterable<string>): Set<string> {
  const all = new Set(files);
  for (const file of [...all]) addParents(file, all);
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
  prefix: string,
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
  overlay: Overlay,
): Promise<void> {
  for (const entry of await readEntries(path.join(root, prefix))) {
    // A name that is not UTF-8 is compared in the form in which git's output is read.
    const relative = prefix + entry.name.toString('utf8');
    if (relative === '.git') continue;
    const absolute = joinEntry(path.join(root, prefix), entry.name);
    const isFolder = entry.isDirectory() && !entry.isSymbolicLink();
    if (isFolder && folders.has(relative)) await cleanFolder(root, `${relative}/`, files, folders, overlay);
    else if (isFolder) await removeTree(absolute);
    else if (!files.has(relative) && !isOverlayFile(overlay, relative)) await removeEntry(absolute);
  }
}

function isOverlayFile(overlay: Overlay, relative: string): boolean {
  const entry = overlay.get(relative);
  return entry !== undefined && entry.kind !== 'folder';
}
