/**
 * Copies the files that git does not check out (untracked files and submodules) to a folder outside of the worktree. The
 * functions return the overlay that puts the copies into the attempt's worktree.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { createPathMatcher, folderOfPattern } from '../../contract/globs/path-matcher.ts';
import type { PathMatcher } from '../../contract/globs/path-matcher.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { listGitFiles } from '../files/file-listing.ts';
import { copyPlainFile } from '../plain-files/plain-file.ts';
import { isWithin, normalizeRelative, resolveInside } from '../files/safe-path.ts';
import type { Overlay } from './overlay.ts';

export interface CopyPaths {
  /** Absolute path of the folder in the user's tree. */
  readonly folder: string;
  /** The same folder in the worktree, relative to its root: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  /** Absolute path of the folder with the copies, from which a reset restores them. */
  readonly store: string;
  /** Whether a file of the user's tree must not be copied. Gets its path from the top level of the worktree. */
  readonly isLeftOut?: PathMatcher | undefined;
}

/**
 * Copies the untracked files that `attempt.copy` in the contract or the configuration lists as files, folders or globs.
 * Files that git ignores are included. Folders and globs skip `node_modules`.
 *
 * @throws HoldfastError `not-found` if an entry matches nothing
 */
export async function copyUntracked(
  paths: CopyPaths,
  patterns: readonly string[],
  tracked: ReadonlySet<string>,
): Promise<Overlay> {
  const overlay: Overlay = new Map();
  for (const pattern of patterns) {
    const files = await findMatches(paths.folder, pattern);
    if (files.length === 0) {
      throw new HoldfastError(
        'not-found',
        `Failed to copy ${JSON.stringify(pattern)} into the attempt: no file matches`,
        {
          hint: 'Correct the entry in "attempt.copy", or create the file.',
        },
      );
    }
    for (const file of files) {
      if (!tracked.has(paths.prefix + file)) await copyFileToOverlay(paths, file, overlay);
    }
  }
  return overlay;
}

async function findMatches(folder: string, pattern: string): Promise<readonly string[]> {
  const relative = normalizeRelative(pattern);
  const absolute = await resolveInside(folder, relative);
  const kind = await kindOf(absolute);
  if (kind === 'file') return [relative];
  const base = kind === 'folder' ? (relative === '' ? '' : `${relative}/`) : folderOfPattern(relative);
  const { glob } = await import('tinyglobby');
  const files = await glob('**', {
    cwd: path.join(folder, base),
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
  const paths = files.map((file) => base + file);
  return kind === 'folder' ? paths : paths.filter(createPathMatcher([relative]));
}

async function kindOf(absolute: string): Promise<'file' | 'folder' | undefined> {
  const stats = await whenFound(stat(absolute));
  return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
}

async function copyFileToOverlay(paths: CopyPaths, file: string, overlay: Overlay): Promise<void> {
  const folder = await realpath(paths.folder);
  const [real, parent] = await Promise.all([
    realpath(path.join(folder, file)),
    // A tracked link to a folder also exists in the worktree, and may lead back to the user's tree.
    realpath(path.dirname(path.join(folder, file))),
  ]);
  if (!isWithin(folder, real) || !isWithin(folder, parent)) return;
  const toRelative = (absolute: string): string => path.relative(folder, absolute).split(path.sep).join('/');
  const target = toRelative(path.join(parent, path.basename(file)));
  if ([file, target, toRelative(real)].some((name) => paths.isLeftOut?.(paths.prefix + name))) return;
  const copy = path.join(paths.store, randomUUID());
  await mkdir(paths.store, { recursive: true });
  await copyPlainFile(real, copy);
  overlay.set(paths.prefix + target, { kind: 'file', source: copy });
}

/** Copies the files of a checked-out submodule. An attempt can read them; its changes to them do not land. */
export async function copySubmodule(paths: CopyPaths, signal?: AbortSignal): Promise<Overlay> {
  const overlay: Overlay = new Map();
  if ((await kindOf(path.join(paths.folder, '.git'))) === undefined) return overlay;
  for (const file of await listGitFiles(paths.folder, signal)) await copyFileToOverlay(paths, file, overlay);
  return overlay;
}
