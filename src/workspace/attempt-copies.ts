/** Files that git does not carry into the tree of an attempt and that it needs all the same. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import { HoldfastError } from '../shared/errors.ts';
import { listGitFiles } from './file-listing.ts';
import { isMissing, isWithin, normalizeRelative, resolveInside } from './safe-path.ts';
import type { TreeParts } from './tree-parts.ts';

export interface CopyPlace {
  /** The folder that paths are relative to, in the user's tree; absolute. */
  readonly folder: string;
  /** The same folder in the tree of the attempt, relative to its root; `''` or with `/` at the end. */
  readonly prefix: string;
  /** Where the copies are kept from which a reset restores; absolute. */
  readonly store: string;
}

/**
 * Copies what a contract names under `attempt.copy`: files, folders or globs, ignored ones, never `node_modules`.
 * Throws `not-found` for an entry that matches nothing: a scope that matches nothing is a mistake.
 */
export async function copyIgnored(
  place: CopyPlace,
  patterns: readonly string[],
  tracked: ReadonlySet<string>,
): Promise<TreeParts> {
  const parts: TreeParts = new Map();
  for (const pattern of patterns) {
    const files = await matching(place.folder, pattern);
    if (files.length === 0) {
      throw new HoldfastError(
        'not-found',
        `Failed to copy ${JSON.stringify(pattern)} into the tree of the attempt: nothing matches it`,
        {
          hint: 'Correct the entry under attempt.copy, or create the file.',
        },
      );
    }
    for (const file of files) {
      if (!tracked.has(place.prefix + file)) await keep(place, file, parts);
    }
  }
  return parts;
}

async function matching(folder: string, pattern: string): Promise<readonly string[]> {
  const relative = normalizeRelative(pattern);
  const absolute = await resolveInside(folder, relative);
  const kind = await kindOf(absolute);
  if (kind === 'file') return [relative];
  const found = await glob(kind === 'folder' ? '**' : relative, {
    cwd: kind === 'folder' ? absolute : folder,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
  return kind === 'folder' ? found.map((file) => `${relative === '' ? '' : `${relative}/`}${file}`) : found;
}

async function kindOf(absolute: string): Promise<'file' | 'folder' | undefined> {
  try {
    const found = await stat(absolute);
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : undefined;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

async function keep(place: CopyPlace, file: string, parts: TreeParts): Promise<void> {
  const source = await realpath(path.join(place.folder, file));
  if (!isWithin(await realpath(place.folder), source)) return;
  const kept = path.join(place.store, randomUUID());
  await mkdir(place.store, { recursive: true });
  await copyFile(source, kept, constants.COPYFILE_FICLONE);
  parts.set(place.prefix + file, { kind: 'file', source: kept });
}

/** Copies the files of a submodule that is checked out; an attempt reads them and never writes them. */
export async function copySubmodule(place: CopyPlace, signal?: AbortSignal): Promise<TreeParts> {
  const parts: TreeParts = new Map();
  if ((await kindOf(path.join(place.folder, '.git'))) === undefined) return parts;
  for (const file of await listGitFiles(place.folder, signal)) await keep(place, file, parts);
  return parts;
}
