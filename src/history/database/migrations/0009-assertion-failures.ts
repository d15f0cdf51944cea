import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { assertionFailuresOf } from '../../records/assertion-failures.ts';
import type { HistoryTables } from '../schema.ts';

/** The number of stored validations that are read at once. */
const BATCH = 200;

/** The failed assertions of each attempt, which analytics count. The stored validations contain them as JSON. */
export const assertionFailures: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('assertion_failures')
      .addColumn('attempt_id', 'integer', (column) => column.notNull())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('spec_id', 'text', (column) => column.notNull())
      .addColumn('chunk_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('check_type', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('assertion_failures_by_run').on('assertion_failures').column('run_id').execute();
    await copyStoredFailures(database);
  },
};

async function copyStoredFailures(queries: Kysely<HistoryTables>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await queries
      .selectFrom('chunk_validations')
      .innerJoin('attempts', 'attempts.id', 'chunk_validations.attempt_id')
      .select(['chunk_validations.id', 'attempt_id', 'attempts.run_id', 'spec_id', 'chunk_id', 'result'])
      .where('chunk_validations.id', '>', last)
      .where('passed', '=', 0)
      .orderBy('chunk_validations.id')
      .limit(BATCH)
      .execute();
    for (const { id, result, ...row } of rows) {
      last = id;
      const failures = assertionFailuresOf(parse(result)).map((failure) => ({ ...row, ...failure }));
      if (failures.length > 0) await queries.insertInto('assertion_failures').values(failures).execute();
    }
    if (rows.length < BATCH) return;
  }
}

/** A damaged record has no failures that can be counted. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
