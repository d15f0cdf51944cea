import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { userStorageFolder } from './base/storage-folder.ts';

/** How many versions of the program keep their compiled code. */
const KEPT_VERSIONS = 4;
const [OWNER_ONLY, WRITABLE_BY_OTHERS] = [0o700, 0o022];

/**
 * [CONF-2] Lets Node store compiled code where only this user can write and no confined command can: Node executes what it
 * finds there, and compares no more with the source than its length and a checksum. Without such a place nothing is stored.
 * HOLDFAST_STORAGE does not move it, because the environment of a hook may come from an agent.
 *
 * @param entry absolute path of the bundle's entry. It names the files that it imports by their content, and they do the
 * same, so that its hash is that of the whole program.
 */
export function storeCompiledCode(entry: string): void {
  const hash = createHash('sha256').update(readFileSync(entry)).digest('hex').slice(0, 32);
  const versions = path.join(userStorageFolder(process.env), 'compiled-code');
  try {
    const folder = path.join(versions, hash);
    if (isInWorkTree(versions, process.cwd()) || !createPrivateFolder(folder)) return;
    enableCompileCache(folder);
    removeOldVersions(versions, hash);
  } catch {
    // Without the cache, the program only starts later.
  }
}

/**
 * Starts this program again without NODE_COMPILE_CACHE: the folder that it names may be writable for anyone, and a cache
 * that is in use cannot be turned off. Does not return if it succeeds. Windows has no sandbox to escape from.
 *
 * @returns whether the program may continue
 */
export function leaveInheritedCache(): boolean {
  if (getCompileCacheDir() === undefined || process.platform === 'win32') return true;
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment);
  return false;
}

/**
 * Creates a folder that only this user can write: no link leads to it, and every folder above it belongs to the user or to
 * root and is writable by its owner only. The temporary folder of the system never qualifies.
 */
export function createPrivateFolder(folder: string): boolean {
  if (!path.isAbsolute(folder)) return false;
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  if (realpathSync(folder) !== folder) return false;
  const user = process.getuid?.();
  // Windows has no modes: the folder's access list is that of the user's profile.
  if (user === undefined) return true;
  const { uid, mode } = lstatSync(folder);
  if (uid !== user || (mode & 0o777) !== OWNER_ONLY) return false;
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const { uid: owner, mode: rights } = lstatSync(parent);
    if ((owner !== user && owner !== 0) || (rights & WRITABLE_BY_OTHERS) !== 0) return false;
    if (parent === path.dirname(parent)) return true;
  }
}

/** Whether a folder is below the current folder or below a folder with a git repository. */
export function isInWorkTree(folder: string, cwd: string): boolean {
  for (let parent = path.resolve(cwd, folder); ; parent = path.dirname(parent)) {
    if (parent === cwd || existsSync(path.join(parent, '.git'))) return true;
    if (parent === path.dirname(parent)) return false;
  }
}

function removeOldVersions(versions: string, current: string): void {
  const others = readdirSync(versions).filter((name) => name !== current);
  if (others.length < KEPT_VERSIONS) return;
  const byAge = others.map((name) => path.join(versions, name)).sort((one, other) => timeOf(other) - timeOf(one));
  for (const folder of byAge.slice(KEPT_VERSIONS - 1)) rmSync(folder, { recursive: true, force: true });
}

function timeOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
