import type { HistoryContext, Queries } from '../database/connection.ts';

/** A database takes a limited number of values in one query. */
const BATCH = 400;

/** Records which hunks a person has reviewed, or has no longer reviewed. */
export async function writeReviewedHunks(
  queries: Queries,
  context: HistoryContext,
  { keys, isReviewed }: { readonly keys: readonly string[]; readonly isReviewed: boolean },
): Promise<void> {
  for (const batch of batchesOf(keys)) {
    if (isReviewed) {
      await queries
        .insertInto('reviewed_hunks')
        .values(batch.map((key) => ({ key, reviewed_at: context.now() })))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
    } else await queries.deleteFrom('reviewed_hunks').where('key', 'in', batch).execute();
  }
}

/** Which of some hunks a person has reviewed. */
export async function readReviewedHunks(queries: Queries, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const batch of batchesOf(keys)) {
    const rows = await queries.selectFrom('reviewed_hunks').select('key').where('key', 'in', batch).execute();
    for (const { key } of rows) found.add(key);
  }
  return found;
}

function batchesOf(keys: readonly string[]): readonly (readonly string[])[] {
  const unique = [...new Set(keys)];
  return Array.from({ length: Math.ceil(unique.length / BATCH) }, (_, index) =>
    unique.slice(index * BATCH, (index + 1) * BATCH),
  );
}
