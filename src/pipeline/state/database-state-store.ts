import { randomUUID } from 'node:crypto';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { PipelineDatabase } from '../database/pipeline-database.ts';
import { StaleStateError, type StateStore, type StoredState } from './state-store.ts';

/** Keeps the state of each item as a row in the database of the repository. The caller closes the database. */
export class DatabaseStateStore implements StateStore {
  readonly #database: PipelineDatabase;

  constructor(database: PipelineDatabase) {
    this.#database = database;
  }

  async read(item: string, signal: AbortSignal): Promise<StoredState | undefined> {
    throwIfCancelled(signal, 'read the state');
    const row = await this.#database.read((queries) =>
      queries.selectFrom('pipeline_states').select(['text', 'version']).where('item', '=', item).executeTakeFirst(),
    );
    return row && { text: row.text, version: row.version };
  }

  async swap(item: string, expected: string | undefined, text: string, signal: AbortSignal): Promise<string> {
    throwIfCancelled(signal, 'write the state');
    const version = randomUUID();
    const values = { text, version, updated_at: new Date().toISOString() };
    const count = await this.#database.write(async (queries) => {
      if (expected === undefined) {
        const inserted = await queries
          .insertInto('pipeline_states')
          .values({ item, ...values })
          .onConflict((conflict) => conflict.column('item').doNothing())
          .executeTakeFirst();
        return inserted.numInsertedOrUpdatedRows ?? 0n;
      }
      const updated = await queries
        .updateTable('pipeline_states')
        .set(values)
        .where('item', '=', item)
        .where('version', '=', expected)
        .executeTakeFirst();
      return updated.numUpdatedRows;
    });
    if (count === 0n) throw new StaleStateError(item);
    return version;
  }

  async list(signal: AbortSignal): Promise<readonly string[]> {
    throwIfCancelled(signal, 'list the states');
    const rows = await this.#database.read((queries) =>
      queries.selectFrom('pipeline_states').select('item').orderBy('item').execute(),
    );
    return rows.map(({ item }) => item);
  }
}
