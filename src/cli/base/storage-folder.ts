import os from 'node:os';
import path from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Holdfast's storage: HOLDFAST_STORAGE, or the user's own. It is outside of every repository. */
export function findStorageFolder(environment: Variables): string {
  const configured = environment['HOLDFAST_STORAGE'];
  return configured === undefined || configured === '' ? userStorageFolder(environment) : path.resolve(configured);
}

/** Holdfast's folder in the cache folder of the platform. */
export function userStorageFolder(environment: Variables): string {
  const home = os.homedir();
  switch (process.platform) {
    case 'win32':
      return path.join(environment['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'holdfast');
    case 'darwin':
      return path.join(home, 'Library', 'Caches', 'holdfast');
    default:
      return path.join(environment['XDG_CACHE_HOME'] ?? path.join(home, '.cache'), 'holdfast');
  }
}
