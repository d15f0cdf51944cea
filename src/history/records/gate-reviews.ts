import * as z from 'zod';
import type { DeepReadonly } from '../deep-readonly.ts';
import type { Queries, Surroundings } from '../connection.ts';
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
});

/** `waiting`: its attempts are used up and a person is to choose. */
export type GateReviewStatus = 'open' | 'waiting' | 'passed' | 'skipped' | 'aborted' | 'failed';

const statusSchema = z.enum(['open', 'waiting', 'passed', 'skipped', 'aborted', 'failed']);

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

export async function readGateReviews(
  queries: Queries,
  around: Surroundings,
  filter: { readonly id?: string; readonly specId?: string; readonly status?: GateReviewStatus },
): Promise<readonly StoredGateReview[]> {
  let query = queries.selectFrom('gate_reviews').selectAll();
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.specId !== undefined) query = query.where('spec_id', '=', filter.specId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
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

export async function removeGateReview(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('gate_reviews').where('id', '=', id).execute();
}
