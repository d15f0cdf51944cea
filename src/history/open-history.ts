import type { Redact } from '../foundation/output-redaction.ts';
import { pathExists } from '../workspace/files/safe-path.ts';
import type { Connection } from './database/connection.ts';
import { MIGRATIONS } from './database/migrations/migration-table.ts';
import { openDatabase } from './database/open-database.ts';
import { currentProcess, type ProcessIdentity } from './database/process-identity.ts';
import type { HistoryTables } from './database/schema.ts';
import { History } from './history.ts';

export interface OpenHistoryOptions {
  /** Whether to create a missing database: true for a run, false for read-only commands. */
  readonly create: boolean;
  /** Absolute path of the workspace folder. Only reviews of this folder are listed. */
  readonly folder?: string | undefined;
  /** Removes known secret values from stored outputs and messages. */
  readonly redact?: Redact | undefined;
  readonly now?: (() => Date) | undefined;
  readonly process?: ProcessIdentity | undefined;
  /** How long to wait for other writers, in milliseconds. Default: 15 seconds. */
  readonly busyTimeoutMs?: number | undefined;
  /** Called for each record that cannot be read. Such records are ignored. */
  readonly onUnreadable?: ((message: string) => void) | undefined;
}

/**
 * Opens the history at an absolute path. Returns `undefined` if it does not exist and `create` is false.
 *
 * @throws HoldfastError `storage` if the file is damaged, locked for too long, or written by a newer version
 */
export async function openHistory(path: string, options: OpenHistoryOptions): Promise<History | undefined> {
  if (!options.create && !(await pathExists(path))) return undefined;
  const { busyTimeoutMs } = options;
  const connection = await openDatabase<HistoryTables>(path, { migrations: MIGRATIONS, busyTimeoutMs });
  return createHistory(connection, options);
}

/**
 * Opens the history of a repository on a PostgreSQL server. Returns `undefined` if it does not exist and `create` is false.
 *
 * @throws HoldfastError `configuration` for a malformed URL, `storage` if the server is away or refuses the connection
 */
export async function openSharedHistory(
  { url, repository }: { readonly url: string; readonly repository: string },
  options: OpenHistoryOptions,
): Promise<History | undefined> {
  const { openSharedDatabase } = await import('./database/postgres.ts');
  const { create, busyTimeoutMs } = options;
  const settings = { repository, create, busyTimeoutMs, migrations: MIGRATIONS };
  const connection = await openSharedDatabase<HistoryTables>(url, settings);
  return connection && createHistory(connection, options);
}

function createHistory(connection: Connection, options: OpenHistoryOptions): History {
  const now = options.now ?? (() => new Date());
  return new History(connection, {
    redact: options.redact ?? ((text) => text),
    now: () => now().toISOString(),
    process: options.process ?? currentProcess(),
    folder: options.folder ?? null,
    onUnreadable: options.onUnreadable ?? (() => undefined),
  });
}
