import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import type { Redact } from '../shared/output-redaction.ts';
import { pathExists } from '../workspace/files/safe-path.ts';
import { Connection, type Queries } from './database/connection.ts';
import { NodeSqliteDialect } from './database/dialect.ts';
import { MIGRATIONS } from './database/migrations/migration-table.ts';
import { loadNodeSqlite } from './database/node-sqlite.ts';
import { currentProcess, type ProcessIdentity } from './database/process-identity.ts';
import type { HistoryTables } from './database/schema.ts';
import { toStorageError } from './database/storage-error.ts';
import { History } from './history.ts';

export interface OpenHistoryOptions {
  /** Whether to create a missing database: true for a run, false for read-only commands. */
  readonly create: boolean;
  /** Absolute path of the workspace folder. Only reviews of this folder are listed. */
  readonly folder?: string | undefined;
  /** Removes known secret values from stored outputs and messages. */
  readonly redact?: Redact | undefined;
  readonly now?: (() => Date) | undefined;
  readonly process?: ProcessIdentity | undefined;
  /** How long to wait for other writers, in milliseconds. Default: 15 seconds. */
  readonly busyTimeoutMs?: number | undefined;
  /** Called for each record that cannot be read. Such records are ignored. */
  readonly onUnreadable?: ((message: string) => void) | undefined;
}

/**
 * Opens the history at an absolute path. Returns `undefined` if it does not exist and `create` is false.
 *
 * @throws HoldfastError `storage` if the file is damaged, locked for too long, or written by a newer version
 */
export async function openHistory(path: string, options: OpenHistoryOptions): Promise<History | undefined> {
  if (!options.create && !(await pathExists(path))) return undefined;
  const connection = await connect(path, options.busyTimeoutMs);
  const now = options.now ?? (() => new Date());
  return new History(connection, {
    redact: options.redact ?? ((text) => text),
    now: () => now().toISOString(),
    process: options.process ?? currentProcess(),
    folder: options.folder ?? null,
    onUnreadable: options.onUnreadable ?? (() => undefined),
  });
}

async function connect(path: string, busyTimeoutMs: number | undefined): Promise<Connection> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const { DatabaseSync } = loadNodeSqlite();
    const database = new DatabaseSync(path);
    try {
      // This timeout blocks the thread, so it is short. `Connection` waits longer between retries.
      database.exec('PRAGMA busy_timeout = 10');
      const kysely = new Kysely<HistoryTables>({ dialect: new NodeSqliteDialect(database) });
      const connection = new Connection(path, kysely, busyTimeoutMs);
      await connection.read(() => {
        database.exec('PRAGMA journal_mode = WAL');
        database.exec('PRAGMA synchronous = NORMAL');
        return Promise.resolve();
      }, 'open');
      await migrate(connection);
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
async function migrate(connection: Connection): Promise<void> {
  const known = Object.keys(MIGRATIONS);
  const applied = await connection.read(readAppliedMigrations, 'open');
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw createNewerVersionError(connection.path, unknown);
  if (applied.length === known.length) return;
  await connection.write(async (queries) => {
    const provider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) };
    const { error } = await new Migrator({ db: queries, provider }).migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error(messageOf(error));
  }, 'open');
}

async function readAppliedMigrations(queries: Queries): Promise<readonly string[]> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(queries);
  return rows.map((row) => row.name);
}

function createNewerVersionError(path: string, unknown: readonly string[]): HoldfastError {
  return new HoldfastError(
    'storage',
    `Failed to open the history "${path}": it was written by a newer version of Holdfast (${unknown.join(', ')})`,
    { hint: 'Update this installation of Holdfast too. The editor and the command line share the history.' },
  );
}
