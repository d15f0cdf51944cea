import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
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
  const failures: unknown[] = [];
  const observed = observeFailures(migrations, (thrown) => failures.push(thrown));
  const { error: last } = await new Migrator({
    db: queries,
    provider: { getMigrations: () => Promise.resolve(observed) },
    migrationTableName: migrationTable,
    migrationLockTableName:
      migrationTable === DEFAULT_MIGRATION_TABLE ? DEFAULT_MIGRATION_LOCK_TABLE : `${migrationTable}_lock`,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  }).migrateToLatest();
  // On a server, everything that the migrator does after a failure fails because the transaction is aborted.
  const error = failures[0] ?? last;
  if (error !== undefined) throw error instanceof Error ? error : new Error(messageOf(error));
}

function observeFailures(
  migrations: MigrationSet['migrations'],
  onFailure: (thrown: unknown) => void,
): Record<string, Migration> {
  const observe = (migration: Migration): Migration => ({
    up: async (database) => {
      try {
        await migration.up(database);
      } catch (thrown) {
        onFailure(thrown);
        throw thrown;
      }
    },
  });
  return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, observe(migration)]));
}

async function readAppliedMigrations<Tables>(
  queries: Queries<Tables>,
  table: string,
  schema: string | undefined,
): Promise<readonly string[]> {
  if (!(await hasTable(queries, table, schema))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(queries);
  return rows.map((row) => row.name);
}

/** A server can have the tables of many repositories, so that not all of them are listed. */
async function hasTable<Tables>(queries: Queries<Tables>, table: string, schema: string | undefined): Promise<boolean> {
  if (schema === undefined) {
    const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
    return tables.some((found) => found.name === table);
  }
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass(${`${schema}.${table}`}) is not null as found`.execute(queries);
  return rows[0]?.found === true;
}

function createNewerVersionError(path: string, unknown: readonly string[]): HoldfastError {
  return new HoldfastError(
    'storage',
    `Failed to open the history "${path}": it was written by a newer version of Holdfast (${unknown.join(', ')})`,
    { hint: 'Update this installation of Holdfast too. The editor and the command line share the history.' },
  );
}
