import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The results of scenario validations. */
export const scenarioReports: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('scenario_reports')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('commit_id', 'text', (column) => column.notNull())
      .addColumn('item', 'text')
      .addColumn('sub_item', 'text')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('score', 'real')
      .addColumn('report', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('scenarios_by_time').on('scenario_reports').column('created_at').execute();
  },
};
