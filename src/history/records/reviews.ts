import * as z from 'zod';
import type { Queries, Surroundings } from '../connection.ts';
import { mayBeAlive, processIdentitySchema } from '../process-identity.ts';
import { encodeJson } from '../stored-json.ts';
import { writeChunk, type ChunkName } from './chunks.ts';
import { readable } from './readable.ts';

/** A result that waits for a person. */
export interface StoredReview {
  readonly runId: string;
  readonly specId: string;
  /** The contract file, relative to the folder. */
  readonly contract: string;
  readonly chunks: readonly ChunkName[];
  /** What landing needs of the result; plain JSON, read by whoever wrote it. */
  readonly payload: unknown;
  readonly createdAt: string;
}

const chunksSchema = z.array(z.object({ id: z.string(), title: z.string() }));

/**
 * Records a result that waits, and that its chunks are completed with their review pending.
 * @param isUnderWay this process's run still adds to it: it waits for nobody before that has ended
 */
export async function writeReview(
  queries: Queries,
  around: Surroundings,
  review: Omit<StoredReview, 'createdAt'>,
  isUnderWay: boolean,
): Promise<void> {
  const row = {
    spec_id: review.specId,
    contract: review.contract,
    folder: around.folder,
    chunks: encodeJson(review.chunks, around.redact),
    payload: encodeJson(review.payload, around.redact),
    created_at: around.now(),
    resolved_at: null,
    resolution: null,
    holder: isUnderWay ? JSON.stringify(around.process) : null,
  };
  await queries
    .insertInto('pending_reviews')
    .values({ run_id: review.runId, ...row })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(row))
    .execute();
  for (const chunk of review.chunks) {
    await writeChunk(queries, around, { specId: review.specId, chunk, status: 'completed', review: 'pending' });
  }
}

/** Nothing is added to a review any more. */
export async function releaseReview(queries: Queries, runId: string): Promise<void> {
  await queries.updateTable('pending_reviews').set({ holder: null }).where('run_id', '=', runId).execute();
}

/** Those of the folder that nobody has accepted or discarded, and that no run adds to, the oldest first. */
export async function readReviews(queries: Queries, around: Surroundings): Promise<readonly StoredReview[]> {
  let query = queries.selectFrom('pending_reviews').selectAll().where('resolved_at', 'is', null);
  if (around.folder !== null) query = query.where('folder', '=', around.folder);
  const rows = await query.orderBy('created_at').orderBy('run_id').execute();
  const settled = rows.filter(({ holder }) => holder === null || !isHeld(holder));
  return readable(around, settled, (row, decode) => {
    const what = `the pending review of run ${row.run_id}`;
    return {
      runId: row.run_id,
      specId: row.spec_id,
      contract: row.contract,
      chunks: decode(chunksSchema, row.chunks, what),
      payload: decode(z.json(), row.payload, what),
      createdAt: row.created_at,
    };
  });
}

function isHeld(holder: string): boolean {
  const identity = processIdentitySchema.safeParse(JSON.parse(holder)).data;
  return identity !== undefined && mayBeAlive(identity);
}

/**
 * Settles a review once: `pass` for its chunks when the result landed, `fail` when it was discarded.
 * Returns those chunks; undefined where another process has settled it already.
 */
export async function settleReview(
  queries: Queries,
  around: Surroundings,
  runId: string,
  resolution: 'accepted' | 'discarded',
): Promise<{ readonly specId: string; readonly chunks: readonly ChunkName[] } | undefined> {
  const row = await queries
    .updateTable('pending_reviews')
    .set({ resolved_at: around.now(), resolution })
    .where('run_id', '=', runId)
    .where('resolved_at', 'is', null)
    .returning(['spec_id', 'chunks'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [chunks = []] = readable(around, [row], (found, decode) =>
    decode(chunksSchema, found.chunks, `review ${runId}`),
  );
  for (const chunk of chunks) {
    await writeChunk(queries, around, {
      specId: row.spec_id,
      chunk,
      status: 'completed',
      review: resolution === 'accepted' ? 'pass' : 'fail',
    });
  }
  return { specId: row.spec_id, chunks };
}

/** Takes a review away whose result has become part of another's. */
export async function removeReview(queries: Queries, runId: string): Promise<void> {
  await queries.deleteFrom('pending_reviews').where('run_id', '=', runId).where('resolved_at', 'is', null).execute();
}
