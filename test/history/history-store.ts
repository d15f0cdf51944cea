import type { History } from '../../src/history/history.ts';
import { openHistory, openSharedHistory, type OpenHistoryOptions } from '../../src/history/open-history.ts';

/** Where a history is: a file, or a repository on a server. */
export type HistoryAddress = { readonly path: string } | { readonly url: string; readonly repository: string };

/** Where the history of one test is. Disposal closes what was opened, and removes it. */
export interface HistoryStore extends AsyncDisposable {
  readonly address: HistoryAddress;
  open(options?: Partial<OpenHistoryOptions>): Promise<History>;
  /** Runs SQL directly on the database, to simulate damaged or foreign data. */
  sql(text: string): Promise<readonly Record<string, unknown>[]>;
  /** The names of the tables. */
  tables(): Promise<readonly string[]>;
}

/** Opens a history as a program does. `undefined` if it does not exist and is not to be created. */
export function openAt(address: HistoryAddress, options: OpenHistoryOptions): Promise<History | undefined> {
  return 'path' in address ? openHistory(address.path, options) : openSharedHistory(address, options);
}
