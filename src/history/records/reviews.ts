import * as z from 'zod';
import type { Queries, Surroundings } from '../connection.ts';
import { mayBeAlive, processIdentitySchema } from '../process-identity.ts';
import { encodeJson, type decodeJson } from '../stored-json.ts';
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
    holder: isUnderWay ? holderOf(around) : null,
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

/**
 * Takes a review up that waits, so that this process's run can add to it. False where it is settled, or another run adds
 * to it.
 */
export async function takeUpReview(queries: Queries, around: Surroundings, runId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('pending_reviews')
    .select(['holder', 'created_at'])
    .where('run_id', '=', runId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const [held = true] = readable(around, [row], (found, decode) => isHeld(around, found, decode, `review ${runId}`));
  if (held) return false;
  await queries
    .updateTable('pending_reviews')
    .set({ holder: holderOf(around) })
    .where('run_id', '=', runId)
    .execute();
  return true;
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
  const reviews = readable(around, rows, (row, decode) => {
    const what = `the pending review of run ${row.run_id}`;
    if (isHeld(around, row, decode, what)) return undefined;
    return {
      runId: row.run_id,
      specId: row.spec_id,
      contract: row.contract,
      chunks: decode(chunksSchema, row.chunks, what),
      payload: decode(z.json(), row.payload, what),
      createdAt: row.created_at,
    };
  });
  return reviews.filter((review) => review !== undefined);
}

/**
 * Nothing can be known of a process on another host: the host may be a container that is gone. After this long without
 * a result of it, in milliseconds, its review waits for a person.
 */
const UNKNOWN_HOLDER_MS = 2 * 60 * 60 * 1000;

/** The process whose run adds to a review, and since when. */
const holderSchema = processIdentitySchema.extend({ since: z.string().optional() });

function holderOf(around: Surroundings): string {
  return JSON.stringify({ ...around.process, since: around.now() } satisfies z.infer<typeof holderSchema>);
}

function isHeld(
  around: Surroundings,
  row: { readonly holder: string | null; readonly created_at: string },
  decode: typeof decodeJson,
  what: string,
): boolean {
  if (row.holder === null) return false;
  const holder = decode(holderSchema, row.holder, what);
  if (!mayBeAlive(holder)) return false;
  const since = Date.parse(holder.since ?? row.created_at);
  return holder.host === around.process.host || Date.parse(around.now()) - since < UNKNOWN_HOLDER_MS;
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
