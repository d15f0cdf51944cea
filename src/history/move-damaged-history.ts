import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DamagedHistoryError } from '../foundation/damaged-history-error.ts';
import { isNotFoundError } from '../foundation/system-error.ts';
import { pathExists } from '../workspace/files/safe-path.ts';
import { loadNodeSqlite } from './database/node-sqlite.ts';
import { toStorageError } from './database/storage-error.ts';

/**
 * Moves a damaged history with its companion files to a folder next to it, where it can be recovered. The next run creates
 * an empty history. No process may have it open.
 *
 * @returns the absolute path of the folder; `undefined` if there is no history, or its pages are sound
 * @throws HoldfastError `storage` if the files cannot be read or moved
 */
export async function moveDamagedHistory(file: string, now: Date): Promise<string | undefined> {
  try {
    if (!(await pathExists(file)) || isSound(file)) return undefined;
    const folder = join(dirname(file), `damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
    await mkdir(folder);
    for (const name of ['', '-wal', '-shm'].map((suffix) => `${file}${suffix}`)) {
      try {
        await rename(name, join(folder, basename(name)));
      } catch (thrown) {
        if (!isNotFoundError(thrown)) throw thrown;
      }
    }
    return folder;
  } catch (thrown) {
    throw toStorageError('move', file, thrown);
  }
}

function isSound(file: string): boolean {
  const { DatabaseSync } = loadNodeSqlite();
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    } finally {
      database.close();
    }
  } catch (thrown) {
    const error = toStorageError('read', file, thrown);
    if (error instanceof DamagedHistoryError) return false;
    throw error;
  }
}
