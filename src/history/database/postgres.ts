import { createHash } from 'node:crypto';
import {
  DataTypeNode,
  Kysely,
  OperationNodeTransformer,
  PostgresDialect,
  sql,
  type ColumnDefinitionNode,
  type KyselyPlugin,
  type PrimitiveValueListNode,
  type ValueNode,
} from 'kysely';
import { Connection } from './connection.ts';
import { isMigrated, migrate, type MigrationSet } from './migrate.ts';
import { toServerError } from './server-error.ts';
import { describeServer } from './server-url.ts';

export interface SharedDatabaseOptions extends Omit<MigrationSet, 'schema' | 'migrationTable'> {
  /** Identifies the repository. All its clones have the same key. */
  readonly repository: string;
  /** Whether to create missing tables. */
  readonly create: boolean;
  readonly busyTimeoutMs?: number | undefined;
}

/** How long a connection to a server may take, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens the tables of a repository on a PostgreSQL server. Each repository has a schema, so that the same queries and
 * migrations serve a file and a server. Returns `undefined` if they do not exist and `create` is false.
 *
 * @param url `postgresql://user:password@host:port/database`
 * @throws HoldfastError `configuration` for a malformed URL, `storage` if the server is away or refuses the connection
 */
export async function openSharedDatabase<Tables>(
  url: string,
  { repository, create, busyTimeoutMs, migrations }: SharedDatabaseOptions,
): Promise<Connection<Tables> | undefined> {
  const name = describeServer(url);
  const schema = schemaOfRepository(repository);
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  // They are returned as text, because they can exceed the numbers of JavaScript. Counts and sums of tokens do not.
  for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) types.setTypeParser(type, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    allowExitOnIdle: true,
    options: `-c search_path=${schema}`,
    types,
  });
  // An idle connection that the server ends is replaced by the next query.
  pool.on('error', () => undefined);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new ServerColumns()] });
  const connection = new Connection<Tables>(name, database, { busyTimeoutMs, isServer: true });
  const set = { migrations, schema };
  try {
    const { rows } = await sql<{ found: boolean }>`select to_regnamespace(${schema}) is not null as found`.execute(
      database,
    );
    const exists = rows[0]?.found === true;
    if (!exists && !create) {
      await connection.close();
      return undefined;
    }
    if (exists && (await isMigrated(database, name, set))) return connection;
    await database.transaction().execute(async (queries) => {
      // Processes that open a new history at the same time migrate one after the other.
      await sql`select pg_advisory_xact_lock(hashtext(${schema}))`.execute(queries);
      await sql`create schema if not exists ${sql.id(schema)}`.execute(queries);
      await sql`comment on schema ${sql.id(schema)} is ${sql.lit(`Holdfast: ${repository}`)}`.execute(queries);
      if (!(await isMigrated(queries, name, set))) await migrate(queries, set);
    });
    return connection;
  } catch (thrown) {
    await connection.close();
    throw toServerError('open', name, thrown);
  }
}

/** The name of the schema with the tables of a repository. */
export function schemaOfRepository(repository: string): string {
  return `holdfast_${createHash('sha256').update(repository).digest('hex').slice(0, 16)}`;
}

/** What differs on a server: the types of columns with row ids, integers and costs, and characters that it refuses. */
class ServerColumns extends OperationNodeTransformer implements KyselyPlugin {
  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return this.transformNode(node, queryId);
  }

  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return Promise.resolve(result);
  }

  /** PostgreSQL stores no NUL character, which outputs of commands may contain. */
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(withoutNul) };
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: withoutNul(node.value) };
  }

  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    if (node.autoIncrement === true)
      return { ...node, autoIncrement: false, dataType: DataTypeNode.create('bigserial') };
    if (!DataTypeNode.is(node.dataType)) return node;
    const { dataType } = node.dataType;
    if (dataType === 'real') return { ...node, dataType: DataTypeNode.create('double precision') };
    return dataType === 'integer' ? { ...node, dataType: DataTypeNode.create('bigint') } : node;
  }
}

function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
