import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { CONNECT_TIMEOUT_MS, schemaOfRepository } from './postgres.ts';
import { toServerError } from './server-error.ts';
import { describeServer } from './server-url.ts';

/** What is known about the server of a shared history. */
export interface ServerReport {
  /** Without the user and the password. */
  readonly address: string;
  /** The version of PostgreSQL. */
  readonly version: string;
  /** The schema of the repository. */
  readonly schema: string;
  /** The last migration of the schema, which is its version; undefined if there are no tables yet. */
  readonly migration: string | undefined;
}

/**
 * Connects to the server of a shared history and reports what is there. Creates and migrates nothing.
 *
 * @throws HoldfastError `configuration` for a malformed URL, `storage` if the server is away or refuses the connection
 */
export async function readServerReport(url: string, repository: string): Promise<ServerReport> {
  const address = describeServer(url);
  const schema = schemaOfRepository(repository);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that ends between two queries is reported by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const table = `${schema}.${DEFAULT_MIGRATION_TABLE}`;
    const found = await client.query<{ version: string; exists: boolean }>(
      "select current_setting('server_version') as version, to_regclass($1) is not null as exists",
      [table],
    );
    const [{ version, exists } = { version: '', exists: false }] = found.rows;
    const applied = exists
      ? await client.query<{ name: string }>(`select name from ${table} order by name desc limit 1`)
      : undefined;
    return { address, version, schema, migration: applied?.rows[0]?.name };
  } catch (thrown) {
    throw toServerError('connect to', address, thrown);
  } finally {
    await client.end().catch(() => undefined);
  }
}
