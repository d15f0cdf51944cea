import type { Migration } from 'kysely/migration';
import type { Connection, Queries } from '../../history/database/connection.ts';
import { openDatabase } from '../../history/database/open-database.ts';
import { forgeAndState } from './migrations/0001-forge-and-state.ts';
import type { PipelineTables } from './pipeline-tables.ts';

/** The tables of the pipeline in the SQLite database of a repository. */
export type PipelineDatabase = Connection<PipelineTables>;

/** The same tables in a transaction. */
export type PipelineQueries = Queries<PipelineTables>;

/** All migrations by recorded name. They run in the order of their names. A released migration must not change. */
const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-forge-and-state': forgeAndState };

/**
 * Opens the tables of the pipeline in the SQLite database of a repository, which may also contain the history. Creates what
 * is missing.
 *
 * @param path absolute path of the database
 * @throws HoldfastError `storage` if the file is damaged, locked for too long, or written by a newer version
 */
export function openPipelineDatabase(path: string): Promise<PipelineDatabase> {
  return openDatabase<PipelineTables>(path, { migrations: MIGRATIONS, migrationTable: 'pipeline_migration' });
}
