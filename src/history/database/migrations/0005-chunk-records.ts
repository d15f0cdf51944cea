import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Landings that record that a chunk passed, by specification, chunk and fingerprint. */
export const chunkRecords: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('chunk_records')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('commit_id', 'text')
      .addColumn('revision', 'text')
      .addColumn('files', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'text')
      .execute();
    await database.schema
      .createIndex('chunk_records_by_chunk')
      .on('chunk_records')
      .columns(['spec_id', 'chunk_id', 'fingerprint'])
      .execute();
  },
};
