import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Plans compiled from specifications, with the errors of each try. */
export const planCompilations: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('plan_compilations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('specification', 'text', (column) => column.notNull())
      .addColumn('specification_hash', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('tries', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
  },
};
