import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The workspace folder of an amendment that follows from no run. The folder of any other is that of its run. */
export const amendmentFolders: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('amendment_proposals').addColumn('folder', 'text').execute();
  },
};
