import { HoldfastError } from '../../foundation/errors.ts';
import type { HistoryContext } from '../database/connection.ts';
import { decodeJson } from '../database/stored-json.ts';

/** Decodes rows one by one. A damaged record is reported and skipped, so that the other records stay readable. */
export function decodeRows<Row, Out>(
  context: HistoryContext,
  rows: readonly Row[],
  read: (row: Row, decode: typeof decodeJson) => Out,
): readonly Out[] {
  return rows.flatMap((row) => {
    try {
      return [read(row, decodeJson)];
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError)) throw thrown;
      context.onUnreadable(thrown.message);
      return [];
    }
  });
}
