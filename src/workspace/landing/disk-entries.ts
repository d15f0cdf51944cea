/** Reads files of a work tree from disk as git tree entries, and finds files that block a landing. */
import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { findBlockingParent } from '../files/blocking-parent.ts';
import { toFolderPath } from '../files/safe-path.ts';
import { EXECUTABLE_MODE, SYMLINK_MODE } from '../git/index-entries.ts';
import type { TreeEntry } from '../git/index-entries.ts';
import type { Conflict, Merge } from './merge.ts';
import { readPlainFile } from '../plain-files/plain-file.ts';

/** The capabilities of the work tree's file system, according to git's configuration. */
export interface FileSystemTraits {
  /** Whether the executable bit is meaningful (core.fileMode). */
  readonly supportsExecutableBit: boolean;
  /** Whether symbolic links are supported (core.symlinks). Otherwise a link is a file that contains its target. */
  readonly supportsSymlinks: boolean;
  /** Whether names that differ only in letter case are the same file (core.ignoreCase). */
  readonly isCaseInsensitive: boolean;
  /** The hash algorithm of git's object names. */
  readonly objectFormat: 'sha1' | 'sha256';
}

/** Computes git's object name of a blob. */
function hashBlob(content: Buffer, objectFormat: FileSystemTraits['objectFormat']): string {
  return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/**
 * Reads a path from disk: an entry for a file or link, `'folder'` for a folder or any other kind, `undefined` if it does
 * not exist.
 */
export async function readDiskEntry(
  absolute: string,
  traits: FileSystemTraits,
): Promise<TreeEntry | 'folder' | undefined> {
  try {
    const stats = await lstat(absolute);
    if (stats.isSymbolicLink()) {
      const target = await readlink(absolute, 'buffer');
      return { mode: SYMLINK_MODE, object: hashBlob(target, traits.objectFormat) };
    }
    if (!stats.isFile()) return 'folder';
    const isExecutable = (stats.mode & 0o100) !== 0;
    return {
      mode: isExecutable ? EXECUTABLE_MODE : '100644',
      object: hashBlob(await readPlainFile(absolute, Infinity), traits.objectFormat),
    };
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw thrown;
  }
}

/** Whether the path on disk equals an entry, as far as the file system can represent it. */
export function matchesEntry(
  diskEntry: TreeEntry | 'folder' | undefined,
  entry: TreeEntry | undefined,
  traits: FileSystemTraits,
): boolean {
  if (diskEntry === undefined || entry === undefined) return diskEntry === entry;
  if (diskEntry === 'folder' || diskEntry.object !== entry.object) return false;
  if (diskEntry.mode === entry.mode) return true;
  if ((diskEntry.mode === SYMLINK_MODE) !== (entry.mode === SYMLINK_MODE)) {
    return entry.mode === SYMLINK_MODE && !traits.supportsSymlinks;
  }
  return !traits.supportsExecutableBit;
}

/** The work tree that is searched for obstructions. */
export interface WorkTree {
  readonly topLevel: string;
  readonly prefix: string;
  readonly traits: FileSystemTraits;
}

/**
 * Adds a conflict for each path on disk that blocks the merge and that no merged snapshot contains: ignored files, folders
 * and links. The returned changes omit the files that already have the merged content.
 */
export async function addObstructionConflicts(workTree: WorkTree, merge: Merge): Promise<Merge> {
  const { topLevel, prefix, traits } = workTree;
  const removed = new Set(merge.changes.filter(({ after }) => after === undefined).map(({ path: file }) => file));
  const conflicts: Conflict[] = [...merge.conflicts];
  const upToDate = new Set<string>();
  for (const { path: file, before, after } of merge.changes) {
    if (after === undefined) continue;
    const parent = await findBlockingParent(topLevel, file);
    if (parent !== undefined) {
      if (!removed.has(parent)) {
        conflicts.push({ file, reason: `${toFolderPath(prefix, parent)} is a link or a file, but a folder is needed` });
      }
      continue;
    }
    if (before !== undefined) continue;
    const existing = await readDiskEntry(path.join(topLevel, file), traits);
    if (existing === undefined) continue;
    if (existing === 'folder') {
      if (![...removed].some((other) => other.startsWith(`${file}/`))) {
        conflicts.push({ file, reason: 'a folder with this name exists' });
      }
    } else if (matchesEntry(existing, after, traits)) {
      upToDate.add(file);
    } else if (!(traits.isCaseInsensitive && includesIgnoringCase(removed, file))) {
      conflicts.push({ file, reason: 'a file with this name exists that git ignores or that is not part of the base' });
    }
  }
  return { ...merge, conflicts, changes: merge.changes.filter(({ path: file }) => !upToDate.has(file)) };
}

function includesIgnoringCase(files: ReadonlySet<string>, name: string): boolean {
  return [...files].some((file) => file.toLowerCase() === name.toLowerCase());
}
