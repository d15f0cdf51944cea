import { SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Statements that answer with rows; `columns()`, which would tell, is missing before Node 22.16. */
const ANSWERS_WITH_ROWS = /^\s*(?:select|pragma|with|values|explain)\b|\breturning\b/i;

/**
 * kysely on Node's SQLite. Two deviations from its SQLite dialect:
 * - a transaction begins as a writer (`BEGIN IMMEDIATE`): one that reads first and becomes a writer later fails, or
 *   overwrites what another process wrote in between;
 * - DDL is transactional in SQLite, so a migration is all or nothing, and two processes migrate one after the other.
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({
      database: { close: () => database.close(), prepare: (sql) => statement(database, sql) },
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

function statement(database: DatabaseSync, sql: string): SqliteStatement {
  const prepared = database.prepare(/^\s*begin\s*$/i.test(sql) ? 'begin immediate' : sql);
  return {
    reader: ANSWERS_WITH_ROWS.test(sql),
    all: (parameters) => prepared.all(...parameters.map(bindable)),
    run: (parameters) => prepared.run(...parameters.map(bindable)),
    iterate: (parameters) => prepared.iterate(...parameters.map(bindable)),
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`A ${typeof value} cannot be stored in the history`);
}
