/**
 * Mirrors `node_modules` in an attempt's worktree: real folders with one link per package. Nothing has to be installed
 * again, and files that tools write next to the packages stay in the attempt. A link into the repository (a workspace
 * package) is redirected into the worktree. Otherwise the attempt would import the code of the user's tree.
 */
import type { Dirent } from 'node:fs';
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isNotFoundError, isPermissionError } from '../../foundation/system-error.ts';
import { isPartOfPackage } from '../confinement/program-folders.ts';
import { isWithin, pathExists } from '../files/safe-path.ts';
import type { Overlay, OverlayEntry } from './overlay.ts';

export interface DependencySource {
  /** The folder with the `node_modules`, absolute and real. */
  readonly folder: string;
  /** The same folder relative to the root of the worktree; `''` for the root. */
  readonly relative: string;
  /** The user's work tree, absolute and real. */
  readonly repository: string;
  /** The attempt's worktree, absolute and real. */
  readonly worktree: string;
}

/** Cache folders. An attempt starts with empty ones. */
const CACHES = new Set([
  '.cache',
  '.vite',
  '.vite-temp',
  '.vitest',
  '.turbo',
  '.tmp',
  '.temp',
  '.parcel-cache',
  '.swc',
]);
/** Package manager stores, which the links in `node_modules` lead to. */
const STORES = new Set(['.pnpm', '.store', '.deno', '.bun', '.aspect_rules_js']);
/** A folder of generated files is copied up to this number of entries, so that the attempt can change it. */
const MAX_COPIED_ENTRIES = 500;

/** Whether a folder of `node_modules` is a cache, which tools write at any time. */
export function isCacheFolder(name: string): boolean {
  return CACHES.has(name);
}

/** Creates the overlay entries that mirror one `node_modules`. Empty if the folder has none. */
export async function mirrorDependencies(source: DependencySource): Promise<Overlay> {
  const overlay: Overlay = new Map();
  const origin = path.join(source.folder, 'node_modules');
  const entries = await readFolder(origin);
  if (entries === undefined) return overlay;
  const target = source.relative === '' ? 'node_modules' : `${source.relative}/node_modules`;
  overlay.set(target, { kind: 'folder' });
  await Promise.all(
    entries.map(async ({ name }) => {
      const from = path.join(origin, name);
      const to = `${target}/${name}`;
      if (isCacheFolder(name)) overlay.set(to, { kind: 'folder' });
      else if (name === '.bin') await mirrorBinaries(source, from, to, overlay);
      else if (name.startsWith('@')) await mirrorScope(source, from, to, overlay);
      else if (name.startsWith('.') && !STORES.has(name)) await mirrorGenerated(source, from, to, overlay);
      else await mirrorPackage(source, from, to, overlay);
    }),
  );
  return overlay;
}

/** The entries of a folder. `undefined` if no program can list it either: it is no folder, or a broken link, or unreadable. */
async function readFolder(folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isNotFoundError(thrown) || isPermissionError(thrown)) return undefined;
    throw thrown;
  }
}

async function mirrorScope(source: DependencySource, from: string, to: string, overlay: Overlay): Promise<void> {
  const entries = await readFolder(from);
  if (entries === undefined) return;
  overlay.set(to, { kind: 'folder' });
  await Promise.all(entries.map(({ name }) => mirrorPackage(source, path.join(from, name), `${to}/${name}`, overlay)));
}

async function mirrorPackage(source: DependencySource, from: string, to: string, overlay: Overlay): Promise<void> {
  const entry = await createLinkEntry(source, from);
  if (entry !== undefined) overlay.set(to, entry);
}

/** Creates an entry that links to the real path of a package, or to its path in the worktree for a workspace package. */
async function createLinkEntry(source: DependencySource, from: string): Promise<OverlayEntry | undefined> {
  let real: string;
  try {
    real = await realpath(from);
  } catch {
    // A broken or circular link is not mirrored.
    return undefined;
  }
  const stats = await stat(real);
  // A named pipe, a socket or a device is no part of a package.
  if (!stats.isDirectory() && !stats.isFile()) return undefined;
  const toFolder = stats.isDirectory();
  if (isWithin(source.repository, real)) {
    const relative = path.relative(source.repository, real);
    if (!relative.split(path.sep).includes('node_modules')) {
      const inWorktree = path.join(source.worktree, relative);
      if (await pathExists(inWorktree)) return { kind: 'link', target: inWorktree, toFolder };
    }
  }
  if (toFolder) return { kind: 'link', target: real, toFolder };
  // A link to a folder that commands must not see leads nowhere for them. A copied file has a content.
  return isWithin(source.repository, real) || isPartOfPackage(real, homedir())
    ? { kind: 'file', source: real }
    : undefined;
}

/**
 * Mirrors `.bin`. A relative link that stays inside `node_modules` is kept and resolves through the mirrored packages.
 * Scripts (Windows, pnpm) are copied.
 */
async function mirrorBinaries(source: DependencySource, from: string, to: string, overlay: Overlay): Promise<void> {
  const entries = await readFolder(from);
  if (entries === undefined) return;
  overlay.set(to, { kind: 'folder' });
  const modules = path.dirname(from);
  await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(from, entry.name);
      if (!entry.isSymbolicLink()) {
        if (entry.isFile()) overlay.set(`${to}/${entry.name}`, { kind: 'file', source: file });
        return;
      }
      const text = await readlink(file);
      const staysInside = !path.isAbsolute(text) && isWithin(modules, path.resolve(from, text));
      const linkEntry: OverlayEntry | undefined = staysInside
        ? { kind: 'link', target: text, toFolder: false }
        : await createLinkEntry(source, file);
      if (linkEntry !== undefined) overlay.set(`${to}/${entry.name}`, linkEntry);
    }),
  );
}

/** Copies files that tools generate next to the packages (`.prisma`, `.package-lock.json`, …). Links large folders. */
async function mirrorGenerated(source: DependencySource, from: string, to: string, overlay: Overlay): Promise<void> {
  const stats = await lstat(from);
  if (stats.isFile()) overlay.set(to, { kind: 'file', source: from });
  if (stats.isSymbolicLink()) await mirrorPackage(source, from, to, overlay);
  if (!stats.isDirectory()) return;
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  if (entries.length > MAX_COPIED_ENTRIES) {
    await mirrorPackage(source, from, to, overlay);
    return;
  }
  overlay.set(to, { kind: 'folder' });
  for (const entry of entries) {
    const absolute = path.join(entry.parentPath, entry.name);
    const target = `${to}/${path.relative(from, absolute).split(path.sep).join('/')}`;
    if (entry.isDirectory()) overlay.set(target, { kind: 'folder' });
    else if (entry.isFile()) overlay.set(target, { kind: 'file', source: absolute });
    else await mirrorPackage(source, absolute, target, overlay);
  }
}

/**
 * Finds the nearest folder above a repository that contains `node_modules`; `undefined` if there is none. Node also looks for
 * packages there.
 */
export async function findDependenciesAbove(repository: string): Promise<string | undefined> {
  for (let folder = path.dirname(repository); ; folder = path.dirname(folder)) {
    if (path.basename(folder) !== 'node_modules' && (await pathExists(path.join(folder, 'node_modules'))))
      return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}
