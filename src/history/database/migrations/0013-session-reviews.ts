import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The hunks that a person has reviewed, and the comments on lines that an agent must answer. */
export const sessionReviews: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('reviewed_hunks')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('reviewed_at', 'text', (column) => column.notNull())
      .execute();
    await database.schema
      .createTable('line_comments')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('folder', 'text')
      .addColumn('session', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('comment', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await database.schema
      .createIndex('line_comments_by_session')
      .on('line_comments')
      .columns(['session', 'created_at'])
      .execute();
  },
};
