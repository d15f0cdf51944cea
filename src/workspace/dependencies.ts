/**
 * `node_modules` in the tree of an attempt: real folders with a link per package, so that nothing is installed anew
 * and what is written beside the packages stays in the attempt. Links that lead into the repository - the packages of
 * a workspace - lead into the attempt's tree instead, or its code would import the user's old code.
 */
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, isThere, isWithin } from './safe-path.ts';
import type { TreePart, TreeParts } from './tree-parts.ts';

export interface DependencySource {
  /** The folder whose `node_modules` is mirrored, absolute and real. */
  readonly folder: string;
  /** The same place in the tree of the attempt, relative to `into`; `''` for its root. */
  readonly at: string;
  /** The user's work tree, absolute and real. */
  readonly repository: string;
  /** The work tree of the attempt, absolute and real. */
  readonly worktree: string;
}

/** Folders that hold what can be made again: an attempt starts with empty ones of its own. */
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
/** Stores in which package managers keep what the links of `node_modules` lead to. */
const STORES = new Set(['.pnpm', '.store', '.deno', '.bun', '.aspect_rules_js']);
/** A folder of generated code beside the packages is copied up to this many files, so that writing it again is harmless. */
const LARGEST_COPY = 500;

/** The parts that mirror one `node_modules`; none where there is none. */
export async function mirrorDependencies(source: DependencySource): Promise<TreeParts> {
  const parts: TreeParts = new Map();
  const origin = path.join(source.folder, 'node_modules');
  let names: string[];
  try {
    names = await readdir(origin);
  } catch (thrown) {
    if (isMissing(thrown)) return parts;
    throw thrown;
  }
  const at = source.at === '' ? 'node_modules' : `${source.at}/node_modules`;
  parts.set(at, { kind: 'folder' });
  await Promise.all(
    names.map(async (name) => {
      const from = path.join(origin, name);
      const to = `${at}/${name}`;
      if (CACHES.has(name)) parts.set(to, { kind: 'folder' });
      else if (name === '.bin') await mirrorBinaries(source, from, to, parts);
      else if (name.startsWith('@')) await mirrorScope(source, from, to, parts);
      else if (name.startsWith('.') && !STORES.has(name)) await mirrorGenerated(source, from, to, parts);
      else await mirrorPackage(source, from, to, parts);
    }),
  );
  return parts;
}

async function mirrorScope(source: DependencySource, from: string, to: string, parts: TreeParts): Promise<void> {
  if (!(await stat(from)).isDirectory()) return;
  parts.set(to, { kind: 'folder' });
  await Promise.all(
    (await readdir(from)).map((name) => mirrorPackage(source, path.join(from, name), `${to}/${name}`, parts)),
  );
}

async function mirrorPackage(source: DependencySource, from: string, to: string, parts: TreeParts): Promise<void> {
  const part = await linkTo(source, from);
  if (part !== undefined) parts.set(to, part);
}

/** A link to where something really is, or to its place in the attempt where it is part of the repository. */
async function linkTo(source: DependencySource, from: string): Promise<TreePart | undefined> {
  let real: string;
  try {
    real = await realpath(from);
  } catch {
    // A link to nothing or to itself is as useless in the attempt as it is where it stands.
    return undefined;
  }
  const toFolder = (await stat(real)).isDirectory();
  if (isWithin(source.repository, real)) {
    const relative = path.relative(source.repository, real);
    if (!relative.split(path.sep).includes('node_modules')) {
      const own = path.join(source.worktree, relative);
      if (await isThere(own)) return { kind: 'link', target: own, toFolder };
    }
  }
  return toFolder ? { kind: 'link', target: real, toFolder } : { kind: 'file', source: real };
}

/**
 * Links of `.bin` keep their text where it stays in `node_modules`: through the links of the packages it then leads
 * where it should. Scripts (Windows, pnpm) are copied.
 */
async function mirrorBinaries(source: DependencySource, from: string, to: string, parts: TreeParts): Promise<void> {
  if (!(await stat(from)).isDirectory()) return;
  parts.set(to, { kind: 'folder' });
  const modules = path.dirname(from);
  await Promise.all(
    (await readdir(from, { withFileTypes: true })).map(async (entry) => {
      const file = path.join(from, entry.name);
      if (!entry.isSymbolicLink()) {
        if (entry.isFile()) parts.set(`${to}/${entry.name}`, { kind: 'file', source: file });
        return;
      }
      const text = await readlink(file);
      const staysInside = !path.isAbsolute(text) && isWithin(modules, path.resolve(from, text));
      const part: TreePart | undefined = staysInside
        ? { kind: 'link', target: text, toFolder: false }
        : await linkTo(source, file);
      if (part !== undefined) parts.set(`${to}/${entry.name}`, part);
    }),
  );
}

/** What tools generate beside the packages (`.prisma`, `.package-lock.json`, …) is copied, or linked where it is large. */
async function mirrorGenerated(source: DependencySource, from: string, to: string, parts: TreeParts): Promise<void> {
  const kind = await lstat(from);
  if (kind.isFile()) parts.set(to, { kind: 'file', source: from });
  if (kind.isSymbolicLink()) await mirrorPackage(source, from, to, parts);
  if (!kind.isDirectory()) return;
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  if (entries.length > LARGEST_COPY) {
    await mirrorPackage(source, from, to, parts);
    return;
  }
  parts.set(to, { kind: 'folder' });
  for (const entry of entries) {
    const absolute = path.join(entry.parentPath, entry.name);
    const place = `${to}/${path.relative(from, absolute).split(path.sep).join('/')}`;
    if (entry.isDirectory()) parts.set(place, { kind: 'folder' });
    else if (entry.isFile()) parts.set(place, { kind: 'file', source: absolute });
    else await mirrorPackage(source, absolute, place, parts);
  }
}

/** The nearest folder above a repository that has a `node_modules`: code below it finds packages there. */
export async function dependenciesAbove(repository: string): Promise<string | undefined> {
  for (let folder = path.dirname(repository); ; folder = path.dirname(folder)) {
    if (path.basename(folder) !== 'node_modules' && (await isThere(path.join(folder, 'node_modules')))) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}
