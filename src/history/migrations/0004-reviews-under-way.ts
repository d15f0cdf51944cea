import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reviews that a run still adds to: they wait for a person once it has ended, however it ends. */
export const reviewsUnderWay: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('pending_reviews').addColumn('holder', 'text').execute();
  },
};
