/**
 * Paths that come from a contract or a model. Every one of them is brought into one spelling and must stay inside the
 * tree that it belongs to, links included.
 */
import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../shared/errors.ts';
import { systemCodeOf } from '../shared/system-code.ts';

function outside(shown: string, reason: string): HoldfastError {
  return new HoldfastError('outside-tree', `Failed to use the path ${JSON.stringify(shown)}: ${reason}`, {
    hint: 'Name a path inside the workspace folder, relative to it and written with "/".',
  });
}

/**
 * One spelling of a relative path: `/` between names, no `.`, no empty names, `..` resolved. The root itself is `''`.
 * Throws `outside-tree` for absolute paths, drives, UNC paths, NUL, and paths that climb above the root.
 */
export function normalizeRelative(given: string): string {
  if (given.includes('\0')) throw outside(given, 'it contains a NUL character');
  const slashed = given.replaceAll('\\', '/');
  if (slashed.startsWith('/')) throw outside(given, 'it is absolute');
  if (/^[A-Za-z]:/.test(slashed)) throw outside(given, 'it names a drive');
  const names: string[] = [];
  for (const name of slashed.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) throw outside(given, 'it leads out of the tree');
  }
  return names.join('/');
}

/** Names that some file system reads as `.git`: other letter case, trailing dots and spaces, streams, ignorable code points. */
function readsAsGit(name: string): boolean {
  const bare = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return bare === '.git' || bare === 'git~1';
}

/** Whether a relative path leads into git's own folder, however it is spelled. */
export function isGitPath(relative: string): boolean {
  return relative.split('/').some(readsAsGit);
}

/** Whether a relative path leads into a `node_modules` folder, in any letter case. */
export function isDependencyPath(relative: string): boolean {
  return relative.split('/').some((name) => name.toLowerCase() === 'node_modules');
}

const RESERVED_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const FORBIDDEN_CHARACTERS = new Set('<>:"|?*');

/** The reason why a path cannot exist on every operating system, or undefined where it can. */
export function portabilityProblem(relative: string): string | undefined {
  for (const name of relative.split('/')) {
    if (RESERVED_NAME.test(name)) return `"${name}" is a reserved name on Windows`;
    if (/[. ]$/.test(name)) return `"${name}" ends with a dot or a space, which Windows drops`;
    for (const character of name) {
      if (FORBIDDEN_CHARACTERS.has(character) || character < ' ') {
        return `"${name}" holds a character that file names on Windows cannot have`;
      }
    }
  }
  return undefined;
}

/** Whether an error of the file system says that there is nothing at a path. */
export function isMissing(thrown: unknown): boolean {
  const code = systemCodeOf(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Whether `inner` is `outer` or lies beneath it; both absolute and real. */
export function isWithin(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
}

/** A path of a tree, resolved. */
export interface ResolvedPath {
  /** Absolute, as it was asked for. */
  readonly absolute: string;
  /** Normalised, as it was asked for. */
  readonly relative: string;
  /** Relative to the root's real path, links followed and in the letter case of the disk, as far as the path exists. */
  readonly realRelative: string;
}

/**
 * As resolveInside, and tells where the path really leads.
 *
 * @param knownRoot the real path of the root, where it is known already.
 */
export async function resolvePath(root: string, given: string, knownRoot?: string): Promise<ResolvedPath> {
  const relative = normalizeRelative(given);
  if (isGitPath(relative)) throw outside(given, 'it leads into the .git folder');
  if (process.platform === 'win32') {
    const problem = relative === '' ? undefined : portabilityProblem(relative);
    if (problem !== undefined) throw outside(given, problem);
  }
  const realRoot = knownRoot ?? (await realpath(root));
  const absolute = relative === '' ? path.resolve(root) : path.join(path.resolve(root), ...relative.split('/'));
  let existing = absolute;
  const missing: string[] = [];
  for (;;) {
    try {
      const real = await realpath(existing);
      if (!isWithin(realRoot, real)) throw outside(given, 'a link in it leads out of the tree');
      const realRelative = path
        .relative(realRoot, path.join(real, ...missing))
        .split(path.sep)
        .join('/');
      if (isGitPath(realRelative)) throw outside(given, 'a link in it leads into the .git folder');
      return { absolute, relative, realRelative };
    } catch (thrown) {
      if (systemCodeOf(thrown) === 'ELOOP') throw outside(given, 'a link in it leads to itself');
      if (!isMissing(thrown)) throw thrown;
    }
    if (await isLink(existing)) throw outside(given, 'a link in it leads to nothing');
    missing.unshift(path.basename(existing));
    const parent = path.dirname(existing);
    if (parent === existing) throw outside(given, 'the tree itself does not exist');
    existing = parent;
  }
}

/** Whether something stands at an absolute path, links followed. */
export async function isThere(absolute: string): Promise<boolean> {
  try {
    await stat(absolute);
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

async function isLink(absolute: string): Promise<boolean> {
  try {
    return (await lstat(absolute)).isSymbolicLink();
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

/**
 * The absolute path of a relative one, which need not exist yet.
 * Throws `outside-tree` where it, or a link on the way, leads out of the tree or into `.git`.
 */
export async function resolveInside(root: string, given: string): Promise<string> {
  return (await resolvePath(root, given)).absolute;
}
