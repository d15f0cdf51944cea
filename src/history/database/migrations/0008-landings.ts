import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The landings with what an undo needs. Records of chunks refer to the landing that they are part of. */
export const landings: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('landings')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('folder', 'text')
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('chunks', 'text', (column) => column.notNull())
      .addColumn('files', 'text', (column) => column.notNull())
      .addColumn('author', 'text')
      .addColumn('branch', 'text')
      .addColumn('commit_id', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'text')
      .addColumn('undone_commit', 'text')
      .execute();
    await database.schema.createIndex('landings_by_time').on('landings').columns(['prefix', 'created_at']).execute();
    await database.schema.alterTable('chunk_records').addColumn('landing_id', 'text').execute();
  },
};
