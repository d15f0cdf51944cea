import * as z from 'zod';
import type { DeepReadonly } from '../deep-readonly.ts';
import type { Queries, Surroundings } from '../connection.ts';
import { settleChunk } from './chunks.ts';
import { encodeJson } from '../stored-json.ts';
import { readable } from './readable.ts';

const entrySchema = z.object({
  at: z.string(),
  /** The gate that was judged; absent for what concerns the review as a whole (a reset, a choice). */
  gateId: z.string().optional(),
  status: z.enum(['pass', 'fail', 'broken', 'reset', 'skip', 'abort']),
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
  /** Of a run that waits for a choice: what is needed to go on; read by whoever wrote it. */
  waiting: z.unknown().optional(),
});

/**
 * `waiting`: its attempts are used up and a person is to choose. `deciding`: they have, and a process carries it out;
 * where that process ends before it is done, the review waits again.
 */
export type GateReviewStatus = 'open' | 'waiting' | 'deciding' | 'passed' | 'skipped' | 'aborted' | 'failed';

const statusSchema = z.enum(['open', 'waiting', 'deciding', 'passed', 'skipped', 'aborted', 'failed']);

/** The state of the gates of one chunk's run. */
export interface StoredGateReview extends DeepReadonly<z.infer<typeof gateReviewSchema>> {
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
  around: Surroundings,
  review: Omit<StoredGateReview, 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const { id, specId, chunkId, runId, status, ...state } = review;
  const text = encodeJson(state, around.redact);
  const at = around.now();
  await queries
    .insertInto('gate_reviews')
    .values({
      id,
      spec_id: specId,
      chunk_id: chunkId,
      run_id: runId ?? null,
      status,
      review: text,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status, review: text, updated_at: at }))
    .execute();
}

/** Those of the folder, the oldest first. */
export async function readGateReviews(
  queries: Queries,
  around: Surroundings,
  filter: { readonly id?: string; readonly specId?: string; readonly status?: GateReviewStatus },
): Promise<readonly StoredGateReview[]> {
  const { folder } = around;
  let query = queries
    .selectFrom('gate_reviews')
    .leftJoin('runs', 'runs.run_id', 'gate_reviews.run_id')
    .selectAll('gate_reviews');
  if (folder !== null) {
    query = query.where((of) => of.or([of('runs.folder', 'is', null), of('runs.folder', '=', folder)]));
  }
  if (filter.id !== undefined) query = query.where('gate_reviews.id', '=', filter.id);
  if (filter.specId !== undefined) query = query.where('gate_reviews.spec_id', '=', filter.specId);
  if (filter.status !== undefined) query = query.where('gate_reviews.status', '=', filter.status);
  const rows = await query.orderBy('gate_reviews.created_at').orderBy('gate_reviews.id').execute();
  return readable(around, rows, (row, decode) => ({
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
 * Takes a review that waits up for a choice: its run is this process's from here on. False where it does not wait, or
 * another process was faster.
 */
export async function takeUpGateReview(queries: Queries, around: Surroundings, id: string): Promise<boolean> {
  const row = await queries
    .updateTable('gate_reviews')
    .set({ status: 'deciding', updated_at: around.now() })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('run_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  const { host, pid, token } = around.process;
  await queries
    .updateTable('runs')
    .set({ status: 'running', host, pid, process_token: token, finished_at: null })
    .where('run_id', '=', row.run_id)
    .execute();
  return true;
}

/** Lets a review wait again whose choice was not carried out; false where none was under way. */
export async function giveBackGateReview(queries: Queries, around: Surroundings, runId: string): Promise<boolean> {
  const row = await queries
    .updateTable('gate_reviews')
    .set({ status: 'waiting', updated_at: around.now() })
    .where('run_id', '=', runId)
    .where('status', '=', 'deciding')
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await queries
    .updateTable('runs')
    .set({ status: 'undecided', finished_at: around.now() })
    .where('run_id', '=', runId)
    .execute();
  await settleChunk(queries, around, runId);
  return true;
}
