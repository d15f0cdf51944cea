import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who proposed an amendment. Earlier versions did not tell an agent from a person. */
export const amendmentProposers: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('amendment_proposals').addColumn('proposed_by', 'text').execute();
  },
};
