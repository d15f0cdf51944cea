import { randomUUID } from 'node:crypto';
import { schemaOfRepository } from '../../src/history/database/postgres.ts';
import type { History } from '../../src/history/history.ts';
import type { OpenHistoryOptions } from '../../src/history/open-history.ts';
import { PostgresServer } from '../servers/postgres-server.ts';
import { openAt, type HistoryStore } from './history-store.ts';

let server: Promise<PostgresServer> | undefined;

/** One server for all tests of this process, because its start takes seconds. It ends with the process. */
export function sharedPostgresServer(): Promise<PostgresServer> {
  return (server ??= startServer());
}

async function startServer(): Promise<PostgresServer> {
  const started = await PostgresServer.start();
  started.unref();
  return started;
}

/** A history on a PostgreSQL server, of a repository that only one test uses. */
export class ServerHistory implements HistoryStore {
  readonly address: { readonly url: string; readonly repository: string };
  readonly #server: PostgresServer;
  readonly #open: History[] = [];

  private constructor(server: PostgresServer) {
    this.#server = server;
    this.address = { url: server.url, repository: `test-${randomUUID()}` };
  }

  static async create(): Promise<ServerHistory> {
    return new ServerHistory(await sharedPostgresServer());
  }

  async open(options: Partial<OpenHistoryOptions> = {}): Promise<History> {
    const history = await openAt(this.address, { create: true, ...options });
    if (history === undefined) throw new Error('the history does not exist');
    this.#open.push(history);
    return history;
  }

  sql(text: string): Promise<readonly Record<string, unknown>[]> {
    return this.#server.query(text, this.#schema);
  }

  async tables(): Promise<readonly string[]> {
    const rows = await this.sql(`select tablename from pg_tables where schemaname = '${this.#schema}'`);
    return rows.map(({ tablename }) => String(tablename));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const history of this.#open) await history.close();
    await this.#server.query(`drop schema if exists ${this.#schema} cascade`);
  }

  get #schema(): string {
    return schemaOfRepository(this.address.repository);
  }
}
