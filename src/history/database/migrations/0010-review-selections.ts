import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a person decided about the parts of a result that waits for a review. */
export const reviewSelections: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('pending_reviews').addColumn('selection', 'text').execute();
  },
};
