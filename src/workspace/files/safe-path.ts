/**
 * Validation of paths that come from a contract or a model. A path is normalized to one spelling and must stay inside
 * its tree, after symbolic links are resolved.
 */
import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { isNotFoundError, systemErrorCode, whenFound } from '../../foundation/system-error.ts';

/** Thrown for a path that cannot be used in its tree. */
export class InvalidPathError extends HoldfastError {
  /** Why the path is rejected, without the path itself. */
  readonly reason: string;

  constructor(input: string, reason: string) {
    super('outside-tree', `Failed to use the path ${JSON.stringify(input)}: ${reason}`, {
      hint: 'Use a path inside the workspace folder, relative to it and with "/" as the separator.',
    });
    this.name = 'InvalidPathError';
    this.reason = reason;
  }
}

/**
 * Normalizes a relative path: `/` as the separator, no `.` or empty segments, `..` resolved. The root is `''`.
 *
 * @throws InvalidPathError for absolute paths, drives, UNC paths, NUL characters, and paths that lead above the root
 */
export function normalizeRelative(input: string): string {
  if (input.includes('\0')) throw new InvalidPathError(input, 'it contains a NUL character');
  const slashed = input.replaceAll('\\', '/');
  if (slashed.startsWith('/')) throw new InvalidPathError(input, 'it is absolute');
  if (/^[A-Za-z]:/.test(slashed)) throw new InvalidPathError(input, 'it names a drive');
  const names: string[] = [];
  for (const name of slashed.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) throw new InvalidPathError(input, 'it leads out of the tree');
  }
  return names.join('/');
}

/**
 * Whether some file system treats a name as `.git`. Covers letter case, trailing dots and spaces, NTFS streams and
 * ignorable code points.
 */
function isGitName(name: string): boolean {
  const bare = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return bare === '.git' || bare === 'git~1';
}

/** Whether a relative path leads into the `.git` folder, in any spelling. */
export function isGitPath(relative: string): boolean {
  return relative.split('/').some(isGitName);
}

/** Whether a relative path leads into a `node_modules` folder, in any letter case. */
export function isDependencyPath(relative: string): boolean {
  return relative.split('/').some((name) => name.toLowerCase() === 'node_modules');
}

/**
 * The same text for names that some file system does not distinguish: letter case (also `ſ` and `S`) and Unicode
 * normalization do not matter.
 */
export function toComparableName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

const RESERVED_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const FORBIDDEN_CHARACTERS = new Set('<>:"|?*');

/** Why Windows does not allow a path; `undefined` if it does. */
export function findPortabilityProblem(relative: string): string | undefined {
  for (const name of relative.split('/')) {
    if (RESERVED_NAME.test(name)) return `"${name}" is a reserved name on Windows`;
    if (/[. ]$/.test(name)) return `"${name}" ends with a dot or a space, which Windows removes`;
    for (const character of name) {
      if (FORBIDDEN_CHARACTERS.has(character) || character < ' ') {
        return `"${name}" contains a character that is not allowed in file names on Windows`;
      }
    }
  }
  return undefined;
}

/** Whether `inner` is `outer` or a path inside of it. Both paths must be absolute and real. */
export function isWithin(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
}

/** A validated path of a tree. */
export interface ResolvedPath {
  /** Absolute; symbolic links are not resolved. */
  readonly absolute: string;
  /** Normalized; symbolic links are not resolved. */
  readonly relative: string;
  /**
   * Relative to the real path of the root. In the part that exists, symbolic links are resolved and the names are spelled
   * as on the disk.
   */
  readonly realRelative: string;
}

async function realPathOfRoot(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (cause) {
    if (!isNotFoundError(cause)) throw cause;
    throw new HoldfastError('storage', `The folder ${root} does not exist.`, {
      hint: 'Another program removed it while Holdfast used it. Run the command again.',
      cause,
    });
  }
}

/**
 * Validates a relative path, which need not exist, and resolves it.
 *
 * @param knownRoot the real path of the root, if the caller has it
 * @throws InvalidPathError if the path, or a symbolic link in it, leads out of the tree or into `.git`, if a link is
 * broken or leads to itself, or if Windows does not allow the path (on Windows)
 * @throws HoldfastError `storage` if the tree does not exist
 */
export async function resolvePath(root: string, input: string, knownRoot?: string): Promise<ResolvedPath> {
  const relative = normalizeRelative(input);
  if (isGitPath(relative)) throw new InvalidPathError(input, 'it leads into the .git folder');
  if (process.platform === 'win32') {
    const problem = relative === '' ? undefined : findPortabilityProblem(relative);
    if (problem !== undefined) throw new InvalidPathError(input, problem);
  }
  const realRoot = knownRoot ?? (await realPathOfRoot(root));
  const absolute = relative === '' ? path.resolve(root) : path.join(path.resolve(root), ...relative.split('/'));
  let existing = absolute;
  const missing: string[] = [];
  for (;;) {
    try {
      const real = await realpath(existing);
      if (!isWithin(realRoot, real)) throw new InvalidPathError(input, 'it contains a link that leads out of the tree');
      const realRelative = path
        .relative(realRoot, path.join(real, ...missing))
        .split(path.sep)
        .join('/');
      if (isGitPath(realRelative)) {
        throw new InvalidPathError(input, 'it contains a link that leads into the .git folder');
      }
      return { absolute, relative, realRelative };
    } catch (thrown) {
      if (systemErrorCode(thrown) === 'ELOOP') {
        throw new InvalidPathError(input, 'it contains a link that leads to itself');
      }
      if (!isNotFoundError(thrown)) throw thrown;
    }
    if (await isLink(existing)) throw new InvalidPathError(input, 'it contains a broken link');
    missing.unshift(path.basename(existing));
    const parent = path.dirname(existing);
    if (parent === existing) throw new InvalidPathError(input, 'the tree itself does not exist');
    existing = parent;
  }
}

/**
 * Validates a relative path, which need not exist, and returns its absolute path.
 *
 * @throws InvalidPathError if the path, or a symbolic link in it, leads out of the tree or into `.git`, if a link is
 * broken or leads to itself, or if Windows does not allow the path (on Windows)
 * @throws HoldfastError `storage` if the tree does not exist
 */
export async function resolveInside(root: string, input: string): Promise<string> {
  return (await resolvePath(root, input)).absolute;
}

/** Whether an absolute path exists. Symbolic links are followed. */
export async function pathExists(absolute: string): Promise<boolean> {
  return (await whenFound(stat(absolute))) !== undefined;
}

async function isLink(absolute: string): Promise<boolean> {
  return (await whenFound(lstat(absolute)))?.isSymbolicLink() ?? false;
}

/**
 * Converts a path that git reports, relative to the top level of a repository, to a path relative to the workspace
 * folder. A path outside the folder starts with `../`.
 *
 * @param prefix the path from the top level to the folder: `''`, or a path that ends with `/`
 */
export function toFolderPath(prefix: string, file: string): string {
  if (file.startsWith(prefix)) return file.slice(prefix.length);
  const up = prefix.split('/').slice(0, -1);
  const names = file.split('/');
  while (up.length > 0 && up[0] === names[0]) {
    up.shift();
    names.shift();
  }
  return [...up.map(() => '..'), ...names].join('/');
}
