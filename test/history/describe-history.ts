import type { History } from '../../src/history/history.ts';
import type { OpenHistoryOptions } from '../../src/history/open-history.ts';
import type { HistoryAddress, HistoryStore } from './history-store.ts';
import { ServerHistory, sharedPostgresServer } from './server-history.ts';
import { TemporaryHistory } from './temporary-history.ts';

const KINDS = [
  { where: 'in a file', prepare: () => Promise.resolve(), create: () => TemporaryHistory.create() },
  {
    where: 'on a PostgreSQL server',
    prepare: async () => {
      await sharedPostgresServer();
    },
    create: () => ServerHistory.create(),
  },
] as const;

/** The store of the current test. Each test has a new one. */
export class CurrentStore {
  #store: HistoryStore | undefined;

  set(store: HistoryStore | undefined): void {
    this.#store = store;
  }

  get address(): HistoryAddress {
    return this.#current.address;
  }

  open(options?: Partial<OpenHistoryOptions>): Promise<History> {
    return this.#current.open(options);
  }

  sql(text: string): Promise<readonly Record<string, unknown>[]> {
    return this.#current.sql(text);
  }

  tables(): Promise<readonly string[]> {
    return this.#current.tables();
  }

  get #current(): HistoryStore {
    if (this.#store === undefined) throw new Error('there is no store outside a test');
    return this.#store;
  }
}

/** Defines tests of behaviour that a history has both in a file and on a PostgreSQL server. */
export function describeHistory(title: string, define: (store: CurrentStore) => void): void {
  for (const { where, prepare, create } of KINDS) {
    describe(`${title}, ${where}`, function () {
      // The first test starts the server, and some tests start processes, which takes long on a busy machine.
      this.timeout(60_000);
      const current = new CurrentStore();
      let store: HistoryStore | undefined;
      before(prepare);
      beforeEach(async () => {
        store = await create();
        current.set(store);
      });
      afterEach(async () => {
        current.set(undefined);
        await store?.[Symbol.asyncDispose]();
      });
      define(current);
    });
  }
}
