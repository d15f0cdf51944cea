import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { Connection, type Queries } from './connection.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { loadNodeSqlite } from './node-sqlite.ts';
import { toStorageError } from './storage-error.ts';

export interface OpenDatabaseOptions {
  /** The migrations that create the tables, by recorded name. They run in the order of their names. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /**
   * The table that records the applied migrations. A file may hold several sets of tables, each with its own migrations.
   * Default: the table of the history.
   */
  readonly migrationTable?: string | undefined;
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
      const connection = new Connection(path, kysely, options.busyTimeoutMs);
      await connection.read(() => {
        database.exec('PRAGMA journal_mode = WAL');
        database.exec('PRAGMA synchronous = NORMAL');
        return Promise.resolve();
      }, 'open');
      await migrate(connection, options);
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
async function migrate<Tables>(connection: Connection<Tables>, options: OpenDatabaseOptions): Promise<void> {
  const { migrations, migrationTable = DEFAULT_MIGRATION_TABLE } = options;
  const known = Object.keys(migrations);
  const applied = await connection.read((queries) => readAppliedMigrations(queries, migrationTable), 'open');
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw createNewerVersionError(connection.path, unknown);
  if (applied.length === known.length) return;
  await connection.write(async (queries) => {
    const { error } = await new Migrator({
      db: queries,
      provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
      migrationTableName: migrationTable,
      migrationLockTableName:
        migrationTable === DEFAULT_MIGRATION_TABLE ? DEFAULT_MIGRATION_LOCK_TABLE : `${migrationTable}_lock`,
    }).migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error(messageOf(error));
  }, 'open');
}

async function readAppliedMigrations<Tables>(queries: Queries<Tables>, table: string): Promise<readonly string[]> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(queries);
  return rows.map((row) => row.name);
}

function createNewerVersionError(path: string, unknown: readonly string[]): HoldfastError {
  return new HoldfastError(
    'storage',
    `Failed to open the history "${path}": it was written by a newer version of Holdfast (${unknown.join(', ')})`,
    { hint: 'Update this installation of Holdfast too. The editor and the command line share the history.' },
  );
}
