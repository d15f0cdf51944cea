import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { Connection } from './connection.ts';
import { isMigrated, migrate, type MigrationSet } from './migrate.ts';
import { loadNodeSqlite } from './node-sqlite.ts';
import { toStorageError } from './storage-error.ts';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

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

/** Matches statements that return rows. `StatementSync.columns()` is more precise but requires Node 22.16. */
const RETURNS_ROWS = /^\s*(?:select|pragma|with|values|explain)\b|\breturning\b/i;

/**
 * The kysely dialect for `node:sqlite`. It differs from kysely's SQLite dialect in two ways:
 * - A transaction starts as a writer (`BEGIN IMMEDIATE`). A transaction that reads first and writes later fails if another
 *   process wrote in between.
 * - DDL is transactional, so a migration is atomic and two processes migrate one after the other.
 */
class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({
      database: { close: () => database.close(), prepare: (sql) => createStatement(database, sql) },
    });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function createStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const prepared = database.prepare(/^\s*begin\s*$/i.test(sql) ? 'begin immediate' : sql);
  return {
    reader: RETURNS_ROWS.test(sql),
    all: (parameters) => prepared.all(...parameters.map(toBindable)),
    run: (parameters) => prepared.run(...parameters.map(toBindable)),
    iterate: (parameters) => prepared.iterate(...parameters.map(toBindable)),
  };
}

function toBindable(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`Cannot store a value of type ${typeof value} in the history`);
}
