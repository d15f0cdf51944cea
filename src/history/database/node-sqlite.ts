import type * as NodeSqlite from 'node:sqlite';

/**
 * Loads `node:sqlite` and suppresses the warning of Node 22 that SQLite is experimental. No other warning is affected:
 * loading is synchronous, so no other code runs while warnings are filtered.
 */
export function loadNodeSqlite(): typeof NodeSqlite {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!isSqliteNotice(warning, rest)) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    if (before !== undefined) Object.defineProperty(process, 'emitWarning', before);
  }
}

function isSqliteNotice(warning: string | Error, rest: readonly unknown[]): boolean {
  const text = typeof warning === 'string' ? warning : warning.message;
  const kind = typeof warning === 'string' ? rest[0] : warning.name;
  return kind === 'ExperimentalWarning' && text.startsWith('SQLite is an experimental feature');
}
