import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { Connection } from './connection.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { isMigrated, migrate, type MigrationSet } from './migrate.ts';
import { loadNodeSqlite } from './node-sqlite.ts';
import { toStorageError } from './storage-error.ts';

export interface OpenDatabaseOptions extends MigrationSet {
  /** How long to wait for other writers, in milliseconds. Default: 15 seconds. */
  readonly busyTimeoutMs?: number | undefined;
}

/**
 * Opens the SQLite database at an absolute path, creates it if it does not exist, and migrates one set of tables.
 *
 * @throws HoldfastError `storage` if the file is damaged, locked for too long, or written by a newer version
 */
export async function openDatabase<Tables>(path: string, options: OpenDatabaseOptions): Promise<Connection<Tables>> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const { DatabaseSync } = loadNodeSqlite();
    const database = new DatabaseSync(path);
    try {
      // This timeout blocks the thread, so it is short. `Connection` waits longer between retries.
      database.exec('PRAGMA busy_timeout = 10');
      const kysely = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
      const connection = new Connection(path, kysely, { busyTimeoutMs: options.busyTimeoutMs });
      await connection.read(() => {
        database.exec('PRAGMA journal_mode = WAL');
        database.exec('PRAGMA synchronous = NORMAL');
        return Promise.resolve();
      }, 'open');
      await migrateFile(connection, options);
      return connection;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  } catch (thrown) {
    throw toStorageError('open', path, thrown);
  }
}

/** Migrates the tables in one transaction, which is safe against a kill and a concurrent migration. */
async function migrateFile<Tables>(connection: Connection<Tables>, options: OpenDatabaseOptions): Promise<void> {
  const isCurrent = await connection.read((queries) => isMigrated(queries, connection.path, options), 'open');
  if (!isCurrent) await connection.write((queries) => migrate(queries, options), 'open');
}
