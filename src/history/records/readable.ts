import { HoldfastError } from '../../shared/errors.ts';
import type { Surroundings } from '../connection.ts';
import { decodeJson } from '../stored-json.ts';

/** Reads rows one by one: one damaged record is told of and left out, and never hides the others. */
export function readable<Row, Out>(
  around: Surroundings,
  rows: readonly Row[],
  read: (row: Row, decode: typeof decodeJson) => Out,
): readonly Out[] {
  return rows.flatMap((row) => {
    try {
      return [read(row, decodeJson)];
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError)) throw thrown;
      around.onUnreadable(thrown.message);
      return [];
    }
  });
}
