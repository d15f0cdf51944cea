import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { ProcessIdentity } from './process-identity.ts';
import type { HistoryTables } from './schema.ts';
import { isBusy, storageError } from './storage-error.ts';
import type { Redact } from './stored-json.ts';

export type Queries = Kysely<HistoryTables> | Transaction<HistoryTables>;

/** What the records of the history work with. */
export interface Surroundings {
  readonly redact: Redact;
  readonly now: () => string;
  readonly process: ProcessIdentity;
  /** The workspace folder that the history was opened for. */
  readonly folder: string | null;
  /** Told of records that cannot be read; they count as absent. */
  readonly onUnreadable: (message: string) => void;
}

/** How long a write waits for the other writers of the database, where nobody says otherwise. */
const PATIENCE_MS = 15_000;

/**
 * One open database. Every write is one transaction. Waiting for another writer happens between tries and not inside
 * SQLite, so that the thread stays free: the other writer may be this very thread, through a second connection.
 */
export class Connection {
  readonly path: string;
  readonly #database: Kysely<HistoryTables>;
  readonly #patienceMs: number;

  constructor(path: string, database: Kysely<HistoryTables>, patienceMs = PATIENCE_MS) {
    this.path = path;
    this.#database = database;
    this.#patienceMs = patienceMs;
  }

  /** @param verb what failed, in the message of an error */
  read<T>(work: (queries: Queries) => Promise<T>, verb = 'read'): Promise<T> {
    return this.#patiently(verb, () => work(this.#database));
  }

  write<T>(work: (queries: Queries) => Promise<T>, verb = 'write to'): Promise<T> {
    return this.#patiently(verb, () => this.#database.transaction().execute(work));
  }

  close(): Promise<void> {
    return this.#database.destroy();
  }

  async #patiently<T>(verb: string, work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#patienceMs;
    for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
      try {
        return await work();
      } catch (thrown) {
        if (!isBusy(thrown) || performance.now() > deadline) throw storageError(verb, this.path, thrown);
      }
      await delay(pause * (0.5 + Math.random()));
    }
  }
}
