import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Workspace } from './workspace.ts';

/** Everything that the history stores, as text. */
export function dumpHistory(workspace: Workspace): string {
  const database = new DatabaseSync(join(workspace.folder, '.git', 'holdfast', 'history.db'));
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return tables
      .map(({ name }) => JSON.stringify(database.prepare(`select * from "${String(name)}"`).all()))
      .join('\n');
  } finally {
    database.close();
  }
}
