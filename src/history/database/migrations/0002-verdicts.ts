import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Verdicts of models, by the hash of the model input. */
export const verdicts: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('verdicts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
  },
};
