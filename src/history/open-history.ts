import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { Connection, type Queries } from './connection.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { History } from './history.ts';
import { MIGRATIONS } from './migrations/table.ts';
import { loadNodeSqlite } from './node-sqlite.ts';
import { currentProcess, type ProcessIdentity } from './process-identity.ts';
import type { HistoryTables } from './schema.ts';
import { storageError } from './storage-error.ts';
import type { Redact } from './stored-json.ts';

export interface OpenHistoryOptions {
  /** Whether the database is made where there is none: true for a run, false for whatever only looks. */
  readonly create: boolean;
  /** Absolute path of the workspace folder; reviews are offered only in the folder that they belong to. */
  readonly folder?: string;
  /** Takes known secret values out of every stored text. */
  readonly redact?: Redact;
  readonly now?: () => Date;
  readonly process?: ProcessIdentity;
  /** How long to wait for other writers, in milliseconds. */
  readonly patienceMs?: number;
  /** Told of records that cannot be read; they count as absent. */
  readonly onUnreadable?: (message: string) => void;
}

/**
 * Opens the history at an absolute path, or answers undefined where there is none and none is to be created.
 * @throws HoldfastError `storage`: damaged, locked for too long, or written by a newer version. Nothing is deleted.
 */
export async function openHistory(path: string, options: OpenHistoryOptions): Promise<History | undefined> {
  if (!options.create && !(await exists(path))) return undefined;
  const connection = await connect(path, options.patienceMs);
  const now = options.now ?? (() => new Date());
  return new History(connection, {
    redact: options.redact ?? ((text) => text),
    now: () => now().toISOString(),
    process: options.process ?? currentProcess(),
    folder: options.folder ?? null,
    onUnreadable: options.onUnreadable ?? (() => undefined),
  });
}

async function exists(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined;
}

async function connect(path: string, patienceMs: number | undefined): Promise<Connection> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const { DatabaseSync } = loadNodeSqlite();
    const database = new DatabaseSync(path);
    try {
      // Short, because it blocks the thread: longer waits happen between tries.
      database.exec('PRAGMA busy_timeout = 10');
      const kysely = new Kysely<HistoryTables>({ dialect: new NodeSqliteDialect(database) });
      const connection = new Connection(path, kysely, patienceMs);
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
    throw storageError('open', path, thrown);
  }
}

/** Brings the tables up to date: in one transaction, so that a kill or a second process in the middle does no harm. */
async function migrate(connection: Connection): Promise<void> {
  const known = Object.keys(MIGRATIONS);
  const applied = await connection.read(appliedMigrations, 'open');
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newerVersion(connection.path, unknown);
  if (applied.length === known.length) return;
  await connection.write(async (queries) => {
    const provider = { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) };
    const { error } = await new Migrator({ db: queries, provider }).migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error(messageOf(error));
  }, 'open');
}

async function appliedMigrations(queries: Queries): Promise<readonly string[]> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(queries);
  return rows.map((row) => row.name);
}

function newerVersion(path: string, unknown: readonly string[]): HoldfastError {
  return new HoldfastError(
    'storage',
    `Failed to open the history "${path}": it was written by a newer version of Holdfast (${unknown.join(', ')})`,
    { hint: 'Update Holdfast here as well: editor and command line share the history. Nothing was changed.' },
  );
}
