import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import type { DeepReadonly } from '../database/stored-json.ts';
import { encodeReport } from '../database/stored-json.ts';
import { restoreChunkStatus } from './chunks.ts';
import { decodeRows } from './decode-rows.ts';

const entrySchema = z.object({
  at: z.string(),
  /** The judged gate. Missing if the entry concerns the whole review (a reset or a decision). */
  gateId: z.string().optional(),
  status: z.enum(['pass', 'fail', 'broken', 'undecided', 'reset', 'skip', 'abort']),
  attempt: z.number(),
  reasoning: z.string(),
});

const gateReviewSchema = z.object({
  gateIds: z.array(z.string()),
  attemptCount: z.number(),
  maxAttempts: z.number(),
  retryLimitExceeded: z.boolean(),
  exhaustedGateIds: z.array(z.string()),
  hints: z.array(z.string()),
  history: z.array(entrySchema),
  /** The data to resume a run that waits for a decision. Its writer defines and validates its shape. */
  waiting: z.unknown().optional(),
});

/**
 * `waiting`: the attempts are exhausted and the user must decide. `deciding`: a process carries out the decision; if it ends
 * too early, the status becomes `waiting` again. `superseded`: a newer run of the chunk has a result.
 */
export type GateReviewStatus = z.infer<typeof statusSchema>;

const statusSchema = z.enum(['open', 'waiting', 'deciding', 'passed', 'skipped', 'aborted', 'failed', 'superseded']);

/** The state of the gates in the run of a chunk. */
export interface StoredGateReview extends DeepReadonly<z.infer<typeof gateReviewSchema>> {
  /** Equal to the id of the run. */
  readonly id: string;
  readonly specId: string;
  readonly chunkId: string;
  readonly runId: string | undefined;
  readonly status: GateReviewStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export async function writeGateReview(
  queries: Queries,
  context: HistoryContext,
  review: Omit<StoredGateReview, 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const { id, specId, chunkId, runId, status, ...state } = review;
  const text = encodeReport(state, context.redact);
  const now = context.now();
  await queries
    .insertInto('gate_reviews')
    .values({
      id,
      spec_id: specId,
      chunk_id: chunkId,
      run_id: runId ?? null,
      status,
      review: text,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status, review: text, updated_at: now }))
    .execute();
}

/** Reads the gate reviews of the folder, oldest first. */
export async function readGateReviews(
  queries: Queries,
  context: HistoryContext,
  filter: {
    readonly id?: string | undefined;
    readonly specId?: string | undefined;
    readonly status?: GateReviewStatus | undefined;
  },
): Promise<readonly StoredGateReview[]> {
  const { folder } = context;
  let query = queries
    .selectFrom('gate_reviews')
    .leftJoin('runs', 'runs.run_id', 'gate_reviews.run_id')
    .selectAll('gate_reviews');
  if (folder !== null) {
    query = query.where((eb) => eb.or([eb('runs.folder', 'is', null), eb('runs.folder', '=', folder)]));
  }
  if (filter.id !== undefined) query = query.where('gate_reviews.id', '=', filter.id);
  if (filter.specId !== undefined) query = query.where('gate_reviews.spec_id', '=', filter.specId);
  if (filter.status !== undefined) query = query.where('gate_reviews.status', '=', filter.status);
  const rows = await query.orderBy('gate_reviews.created_at').orderBy('gate_reviews.id').execute();
  return decodeRows(context, rows, (row, decode) => ({
    ...decode(gateReviewSchema, row.review, `the gate review ${row.id}`),
    id: row.id,
    specId: row.spec_id,
    chunkId: row.chunk_id,
    runId: row.run_id ?? undefined,
    status: decode(statusSchema, JSON.stringify(row.status), `the gate review ${row.id}`),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

/**
 * Claims a waiting gate review for a decision. Its run then belongs to this process. Returns false if the review does not
 * wait, or another process has claimed it.
 */
export async function claimGateReview(queries: Queries, context: HistoryContext, runId: string): Promise<boolean> {
  const row = await queries
    .updateTable('gate_reviews')
    .set({ status: 'deciding', updated_at: context.now() })
    .where('id', '=', runId)
    .where('status', '=', 'waiting')
    .returning('run_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  const { host, pid, token } = context.process;
  await queries
    .updateTable('runs')
    .set({ status: 'running', host, pid, process_token: token, finished_at: null })
    .where('run_id', '=', row.run_id)
    .execute();
  return true;
}

/** Releases a claimed gate review, which waits again. Returns false if it was not claimed. */
export async function releaseGateReview(queries: Queries, context: HistoryContext, runId: string): Promise<boolean> {
  const row = await queries
    .updateTable('gate_reviews')
    .set({ status: 'waiting', updated_at: context.now() })
    .where('run_id', '=', runId)
    .where('status', '=', 'deciding')
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await queries
    .updateTable('runs')
    .set({ status: 'undecided', finished_at: context.now() })
    .where('run_id', '=', runId)
    .execute();
  await restoreChunkStatus(queries, context, runId);
  return true;
}

/**
 * [EDIT-7] Closes the gate reviews of earlier runs of a chunk that wait for a decision. Returns the ids of these runs.
 *
 * @param chunk.runId the run whose own review stays
 */
export async function supersedeGateReviews(
  queries: Queries,
  context: HistoryContext,
  { specId, chunkId, runId }: { readonly specId: string; readonly chunkId: string; readonly runId: string },
): Promise<readonly string[]> {
  const waiting = await readGateReviews(queries, context, { specId, status: 'waiting' });
  const ids = waiting.filter((review) => review.chunkId === chunkId && review.id !== runId).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await queries
    .updateTable('gate_reviews')
    .set({ status: 'superseded' satisfies GateReviewStatus, updated_at: context.now() })
    .where('id', 'in', ids)
    .where('status', '=', 'waiting')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
