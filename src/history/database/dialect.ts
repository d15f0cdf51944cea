import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';

/** Matches statements that return rows. `StatementSync.columns()` is more precise but requires Node 22.16. */
const RETURNS_ROWS = /^\s*(?:select|pragma|with|values|explain)\b|\breturning\b/i;

/**
 * The kysely dialect for `node:sqlite`. It differs from kysely's SQLite dialect in two ways:
 * - A transaction starts as a writer (`BEGIN IMMEDIATE`). A transaction that reads first and writes later fails if another
 *   process wrote in between.
 * - DDL is transactional, so a migration is atomic and two processes migrate one after the other.
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({
      database: { close: () => database.close(), prepare: (sql) => createStatement(database, sql) },
    });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function createStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const prepared = database.prepare(/^\s*begin\s*$/i.test(sql) ? 'begin immediate' : sql);
  return {
    reader: RETURNS_ROWS.test(sql),
    all: (parameters) => prepared.all(...parameters.map(toBindable)),
    run: (parameters) => prepared.run(...parameters.map(toBindable)),
    iterate: (parameters) => prepared.iterate(...parameters.map(toBindable)),
  };
}

function toBindable(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`Cannot store a value of type ${typeof value} in the history`);
}
