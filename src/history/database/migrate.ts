import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type { Queries } from './connection.ts';

export interface MigrationSet {
  /** The migrations that create the tables, by recorded name. They run in the order of their names. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /**
   * The table that records the applied migrations. A file may hold several sets of tables, each with its own migrations.
   * Default: the table of the history.
   */
  readonly migrationTable?: string | undefined;
  /** The schema of the tables, on a server. */
  readonly schema?: string | undefined;
}

/** Whether all migrations are applied. @throws HoldfastError `storage` if the tables were written by a newer version */
export async function isMigrated<Tables>(
  queries: Queries<Tables>,
  path: string,
  { migrations, migrationTable = DEFAULT_MIGRATION_TABLE, schema }: MigrationSet,
): Promise<boolean> {
  const known = Object.keys(migrations);
  const applied = await readAppliedMigrations(queries, migrationTable, schema);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw createNewerVersionError(path, unknown);
  return applied.length === known.length;
}

/** Applies the migrations that are missing. The caller provides a transaction. */
export async function migrate<Tables>(
  queries: Queries<Tables>,
  { migrations, migrationTable = DEFAULT_MIGRATION_TABLE, schema }: MigrationSet,
): Promise<void> {
  const { error } = await new Migrator({
    db: queries,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    migrationTableName: migrationTable,
    migrationLockTableName:
      migrationTable === DEFAULT_MIGRATION_TABLE ? DEFAULT_MIGRATION_LOCK_TABLE : `${migrationTable}_lock`,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  }).migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error(messageOf(error));
}

async function readAppliedMigrations<Tables>(
  queries: Queries<Tables>,
  table: string,
  schema: string | undefined,
): Promise<readonly string[]> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((found) => found.name === table && (schema === undefined || found.schema === schema))) return [];
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
