import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The process that has claimed a review and still adds results to it. */
export const reviewsUnderWay: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('pending_reviews').addColumn('holder', 'text').execute();
  },
};
