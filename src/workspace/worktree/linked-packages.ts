/**
 * Finds changes of the packages that an attempt's worktree links to. They belong to the user: a command that writes through
 * a link changes what the user, and every later attempt, builds and tests with.
 */
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isPartOfPackage, outermostModules } from '../confinement/program-folders.ts';
import { isWithin } from '../files/safe-path.ts';
import { findDependenciesAbove, isCacheFolder } from './dependencies.ts';
import type { Overlay } from './overlay.ts';

/** The state of every file of the linked packages, by absolute path. */
export type PackageState = ReadonlyMap<string, FileState>;

interface FileState {
  /** Identifies content and rights of the file, without reading it. */
  readonly content: string;
  readonly changeTime: bigint;
  readonly linkCount: bigint;
}

const MODULES = 'node_modules';
/** The number of folders that are read at the same time. */
const CONCURRENCY = 16;

/**
 * The folders outside of a worktree that its links lead to: the whole `node_modules` of a linked package, since a command
 * can go up from the package, or a linked folder that is in none. Links to what is no package show nothing.
 *
 * @param repository the user's work tree; the packages above it are included
 */
export async function listLinkedFolders(
  overlay: Overlay,
  worktree: string,
  repository: string,
): Promise<readonly string[]> {
  const real = await realpath(repository);
  const above = await findDependenciesAbove(real);
  const folders = new Set<string>(above === undefined ? [] : [path.join(above, MODULES)]);
  for (const entry of overlay.values()) {
    if (entry.kind !== 'link' || !path.isAbsolute(entry.target) || isWithin(worktree, entry.target)) continue;
    if (!isWithin(real, entry.target) && !isPartOfPackage(entry.target, homedir())) continue;
    if (entry.toFolder) folders.add(outermostModules(entry.target) ?? entry.target);
  }
  return [...folders].filter((folder) => ![...folders].some((other) => other !== folder && isWithin(other, folder)));
}

/**
 * Reads the state of the files in folders, without caches and git directories. Links are not followed.
 *
 * @param writable absolute paths that commands may write; they are left out
 */
export async function readPackageState(
  folders: readonly string[],
  writable: readonly string[] = [],
): Promise<PackageState> {
  const state = new Map<string, FileState>();
  const pending = [...folders];
  const work = async (): Promise<void> => {
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      if (writable.some((one) => isWithin(one, folder))) continue;
      pending.push(...(await readFolder(folder, state)));
    }
  };
  // A worker that finds nothing pending ends; the others may still find folders, so rounds follow until none is left.
  while (pending.length > 0) await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return state;
}

/** Adds the files of one folder to the state. Returns its subfolders. */
async function readFolder(folder: string, state: Map<string, FileState>): Promise<readonly string[]> {
  const subfolders: string[] = [];
  await Promise.all(
    (await readEntries(folder)).map(async ({ name, isFolder }) => {
      const file = path.join(folder, name);
      if (isFolder) {
        if (name !== '.git' && !(path.basename(folder) === MODULES && isCacheFolder(name))) subfolders.push(file);
        return;
      }
      const stats = await readStats(file);
      if (stats !== undefined) state.set(file, toFileState(stats));
    }),
  );
  return subfolders;
}

async function readEntries(folder: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    // It was removed since it was listed, or is not readable. Its files are missing from the state.
    return [];
  }
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

async function readStats(file: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(file, { bigint: true });
  } catch {
    return undefined;
  }
}

function toFileState({ ino, size, mode, mtimeNs, ctimeNs, nlink }: BigIntStats): FileState {
  return { content: `${ino} ${size} ${mode} ${mtimeNs}`, changeTime: ctimeNs, linkCount: nlink };
}

/** The files that were written, added or removed between two states, sorted. */
export function listChangedFiles(before: PackageState, after: PackageState): readonly string[] {
  const changed: string[] = [];
  for (const [file, state] of after) if (isChanged(before.get(file), state)) changed.push(file);
  for (const file of before.keys()) if (!after.has(file)) changed.push(file);
  return changed.sort();
}

/**
 * A program can restore the modification time, but not the change time. The change time alone is no evidence if the number
 * of hard links changed with it: package managers link the files of their store into other projects.
 */
function isChanged(before: FileState | undefined, after: FileState): boolean {
  if (before?.content !== after.content) return true;
  return before.changeTime !== after.changeTime && before.linkCount === after.linkCount;
}
