import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction, TransactionBuilder } from 'kysely';
import type { Redact } from '../../foundation/output-redaction.ts';
import type { CallWork } from './call-work.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { HistoryTables } from './schema.ts';
import { isConflict, toServerError } from './server-error.ts';
import { isBusy, toStorageError } from './storage-error.ts';

/** What a query runs on: a database with these tables, or a transaction on it. */
export type Queries<Tables = HistoryTables> = Kysely<Tables> | Transaction<Tables>;

/** The context that record functions need in addition to the database. */
export interface HistoryContext {
  readonly redact: Redact;
  readonly now: () => string;
  readonly process: ProcessIdentity;
  /** The workspace folder that uses the history. `null`: records of all folders are read. */
  readonly folder: string | null;
  /** The work item that the records are made for. Absent outside the pipeline. */
  readonly work?: CallWork | undefined;
  /** Called for each record that cannot be read. Such records are ignored. */
  readonly onUnreadable: (message: string) => void;
}

/** The default time to wait for other writers, in milliseconds. */
const BUSY_TIMEOUT_MS = 15_000;

/**
 * An open database. Every write is one transaction. If the database is locked, the connection waits between retries and not
 * inside SQLite. SQLite would block the thread, on which a second connection may be the writer that has the lock.
 */
export class Connection<Tables = HistoryTables> {
  readonly path: string;
  readonly #database: Kysely<Tables>;
  readonly #busyTimeoutMs: number;

  /** Whether the database is on a server, where transactions run at the same time. */
  readonly #isServer: boolean;

  constructor(
    path: string,
    database: Kysely<Tables>,
    {
      busyTimeoutMs = BUSY_TIMEOUT_MS,
      isServer = false,
    }: { readonly busyTimeoutMs?: number | undefined; readonly isServer?: boolean } = {},
  ) {
    this.path = path;
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#isServer = isServer;
  }

  /**
   * Runs work outside a transaction.
   *
   * @param verb completes the error message "Failed to … the history"
   */
  read<T>(work: (queries: Queries<Tables>) => Promise<T>, verb = 'read'): Promise<T> {
    return this.#retryWhileBusy(verb, () => work(this.#database));
  }

  /** Runs work in one transaction. The parameters are those of `read`. */
  write<T>(work: (queries: Queries<Tables>) => Promise<T>, verb = 'write to'): Promise<T> {
    return this.#retryWhileBusy(verb, () => this.#transaction().execute(work));
  }

  close(): Promise<void> {
    return this.#database.destroy();
  }

  #transaction(): TransactionBuilder<Tables> {
    const transaction = this.#database.transaction();
    return this.#isServer ? transaction.setIsolationLevel('serializable') : transaction;
  }

  async #retryWhileBusy<T>(verb: string, work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#busyTimeoutMs;
    for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
      try {
        return await work();
      } catch (thrown) {
        const mayRetry = this.#isServer ? isConflict(thrown) : isBusy(thrown);
        if (!mayRetry || performance.now() > deadline) {
          throw (this.#isServer ? toServerError : toStorageError)(verb, this.path, thrown);
        }
      }
      await delay(pause * (0.5 + Math.random()));
    }
  }
}
