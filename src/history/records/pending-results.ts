import * as z from 'zod';
import type { HistoryContext, Queries } from '../database/connection.ts';
import { mayBeRunning, processIdentitySchema } from '../database/process-identity.ts';
import { encodeJson, type decodeJson } from '../database/stored-json.ts';
import { writeChunk, type ChunkName } from './chunks.ts';
import { decodeRows } from './decode-rows.ts';

/** A result that waits for a review. */
export interface StoredPendingResult {
  readonly runId: string;
  readonly specId: string;
  /** The contract file, relative to the folder. */
  readonly contract: string;
  readonly chunks: readonly ChunkName[];
  /** The data for landing the result, as JSON. Its writer defines and validates its shape. */
  readonly payload: unknown;
  readonly createdAt: string;
}

const RESULT_RESOLUTIONS = ['accepted', 'discarded', 'applied', 'superseded'] as const;

/**
 * What a person decided about a result that waited for a review. `accepted`: all of it or a part landed. `applied`: it was
 * written without a landing, and its review was closed. `superseded`: a newer result of its chunks replaced it.
 */
export type ResultResolution = (typeof RESULT_RESOLUTIONS)[number];

const chunksSchema = z.array(z.object({ id: z.string(), title: z.string() }));

/**
 * Records a result that waits for a review. Its chunks become `completed` with a pending acceptance.
 *
 * @param claim claims the result for a run of this process that still adds results
 */
export async function writePendingResult(
  queries: Queries,
  context: HistoryContext,
  review: Omit<StoredPendingResult, 'createdAt'>,
  claim: boolean,
): Promise<void> {
  const row = {
    spec_id: review.specId,
    contract: review.contract,
    folder: context.folder,
    chunks: encodeJson(review.chunks),
    payload: encodeJson(review.payload),
    created_at: context.now(),
    resolved_at: null,
    resolution: null,
    holder: claim ? formatHolder(context) : null,
    // A changed result has other parts.
    selection: null,
  };
  await queries
    .insertInto('pending_reviews')
    .values({ run_id: review.runId, ...row })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(row))
    .execute();
  for (const chunk of review.chunks) {
    await writeChunk(queries, context, { specId: review.specId, chunk, status: 'completed', review: 'pending' });
  }
}

/**
 * Claims a pending review, so that a run of this process can add results. Returns false if the review is resolved or
 * claimed by another run.
 */
export async function claimPendingResult(queries: Queries, context: HistoryContext, runId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('pending_reviews')
    .select(['holder', 'created_at'])
    .where('run_id', '=', runId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return false;
  // A damaged record counts as claimed.
  const [isClaimed = true] = decodeRows(context, [row], (found, decode) =>
    isClaimActive(context, found, decode, `review ${runId}`),
  );
  if (isClaimed) return false;
  await queries
    .updateTable('pending_reviews')
    .set({ holder: formatHolder(context) })
    .where('run_id', '=', runId)
    .execute();
  return true;
}

/** Releases a claimed result, which then waits for the user. */
export async function releasePendingResult(queries: Queries, runId: string): Promise<void> {
  await queries.updateTable('pending_reviews').set({ holder: null }).where('run_id', '=', runId).execute();
}

/** Reads the unresolved reviews of the folder that no run has claimed, oldest first. */
export async function readPendingResults(
  queries: Queries,
  context: HistoryContext,
): Promise<readonly StoredPendingResult[]> {
  let query = queries.selectFrom('pending_reviews').selectAll().where('resolved_at', 'is', null);
  if (context.folder !== null) query = query.where('folder', '=', context.folder);
  const rows = await query.orderBy('created_at').orderBy('run_id').execute();
  const reviews = decodeRows(context, rows, (row, decode) => {
    const label = `the pending review of run ${row.run_id}`;
    if (isClaimActive(context, row, decode, label)) return undefined;
    return {
      runId: row.run_id,
      specId: row.spec_id,
      contract: row.contract,
      chunks: decode(chunksSchema, row.chunks, label),
      payload: decode(z.json(), row.payload, label),
      createdAt: row.created_at,
    };
  });
  return reviews.filter((review) => review !== undefined);
}

/**
 * A process on another host cannot be checked: the host may be a container that no longer exists. If such a process adds no
 * result for this time, in milliseconds, its review counts as released.
 */
const REMOTE_CLAIM_TIMEOUT_MS = 2 * 60 * 60 * 1000;

/** The process that has claimed a review, and the time of its last result. */
const holderSchema = processIdentitySchema.extend({ since: z.string().optional() });

function formatHolder(context: HistoryContext): string {
  return JSON.stringify({ ...context.process, since: context.now() } satisfies z.infer<typeof holderSchema>);
}

function isClaimActive(
  context: HistoryContext,
  row: { readonly holder: string | null; readonly created_at: string },
  decode: typeof decodeJson,
  label: string,
): boolean {
  if (row.holder === null) return false;
  const holder = decode(holderSchema, row.holder, label);
  if (!mayBeRunning(holder)) return false;
  const since = Date.parse(holder.since ?? row.created_at);
  return holder.host === context.process.host || Date.parse(context.now()) - since < REMOTE_CLAIM_TIMEOUT_MS;
}

/**
 * Resolves a pending result and sets the acceptance status of its chunks: `pass` if the result landed, `fail` if it did not.
 * Returns the specification and these chunks; `undefined` if the review is already resolved or does not exist.
 *
 * @param leftOut the ids of the chunks of which nothing landed, although the review was accepted
 */
export async function resolvePendingResult(
  queries: Queries,
  context: HistoryContext,
  runId: string,
  {
    resolution,
    leftOut = [],
  }: { readonly resolution: Exclude<ResultResolution, 'superseded'>; readonly leftOut?: readonly string[] | undefined },
): Promise<{ readonly specId: string; readonly chunks: readonly ChunkName[] } | undefined> {
  const row = await queries
    .updateTable('pending_reviews')
    .set({ resolved_at: context.now(), resolution })
    .where('run_id', '=', runId)
    .where('resolved_at', 'is', null)
    .returning(['spec_id', 'chunks'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [chunks = []] = decodeRows(context, [row], (found, decode) =>
    decode(chunksSchema, found.chunks, `review ${runId}`),
  );
  for (const chunk of chunks) {
    await writeChunk(queries, context, {
      specId: row.spec_id,
      chunk,
      status: 'completed',
      review: resolution === 'accepted' && !leftOut.includes(chunk.id) ? 'pass' : 'fail',
    });
  }
  return { specId: row.spec_id, chunks };
}

/** Reads how the review of a run's result was resolved, alone or with other results; `undefined` if there was none. */
export async function readResolution(queries: Queries, runId: string): Promise<ResultResolution | undefined> {
  const rows = await queries
    .selectFrom('pending_reviews')
    .select('resolution')
    .where('resolved_at', 'is not', null)
    .where((where) => where.or([where('run_id', '=', runId), where('payload', 'like', `%"${runId}"%`)]))
    .orderBy('resolved_at', 'desc')
    .execute();
  const [latest] = rows;
  return z.enum(RESULT_RESOLUTIONS).safeParse(latest?.resolution).data;
}

/** A newer result of some chunks of a specification. */
export interface NewerResult {
  readonly specId: string;
  readonly chunkIds: readonly string[];
  /** The run whose own review stays. */
  readonly runId: string;
}

/**
 * [EDIT-7] Resolves the older reviews of the folder in which every chunk has a newer result: the given one, or a run that
 * passed since. A review that a run still adds to stays. Returns the run ids of the superseded reviews.
 */
export async function supersedePendingResults(
  queries: Queries,
  context: HistoryContext,
  { specId, chunkIds, runId }: NewerResult,
): Promise<readonly string[]> {
  const reviews = (await readPendingResults(queries, context)).filter(
    (review) =>
      review.specId === specId && review.runId !== runId && review.chunks.some((chunk) => chunkIds.includes(chunk.id)),
  );
  const superseded: string[] = [];
  for (const review of reviews) {
    const others = review.chunks.map(({ id }) => id).filter((id) => !chunkIds.includes(id));
    const passed = others.length === 0 ? [] : await readPassedSince(queries, review, others);
    if (others.every((id) => passed.includes(id))) superseded.push(review.runId);
  }
  if (superseded.length > 0) {
    await queries
      .updateTable('pending_reviews')
      .set({ resolved_at: context.now(), resolution: 'superseded' satisfies ResultResolution })
      .where('run_id', 'in', superseded)
      .where('resolved_at', 'is', null)
      .execute();
  }
  return superseded;
}

/** The chunks that a run started and passed after a review was created. */
async function readPassedSince(
  queries: Queries,
  { specId, createdAt }: StoredPendingResult,
  chunkIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('runs')
    .select('chunk_id')
    .distinct()
    .where('spec_id', '=', specId)
    .where('chunk_id', 'in', [...chunkIds])
    .where('status', '=', 'pass')
    .where('started_at', '>', createdAt)
    .execute();
  return rows.map((row) => row.chunk_id);
}

/** Deletes a review that another review replaces. */
export async function removePendingResult(queries: Queries, runId: string): Promise<void> {
  await queries.deleteFrom('pending_reviews').where('run_id', '=', runId).where('resolved_at', 'is', null).execute();
}

const selectionSchema = z.object({
  /** The commit of the result that the decisions are about. */
  result: z.string(),
  accepted: z.array(z.string()),
  rejected: z.array(z.string()),
  /** The number of the attempt that made the result, once a part of it has landed. */
  attempt: z.int().optional(),
});

/**
 * The decisions on the parts of a result, by the ids of its hunks. After a landing of a part: the hunks that landed, and those
 * that did not.
 */
export type StoredHunkDecisions = z.infer<typeof selectionSchema>;

/** Stores the decisions on the parts of a result. Returns false if the review no longer waits. */
export async function writeSelection(
  queries: Queries,
  runId: string,
  selection: StoredHunkDecisions,
): Promise<boolean> {
  const updated = await queries
    .updateTable('pending_reviews')
    .set({ selection: encodeJson(selection) })
    .where('run_id', '=', runId)
    .where('resolved_at', 'is', null)
    .returning('run_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Reads the decisions on the parts of a result; `undefined` if there are none. */
export async function readSelection(
  queries: Queries,
  context: HistoryContext,
  runId: string,
): Promise<StoredHunkDecisions | undefined> {
  const row = await queries
    .selectFrom('pending_reviews')
    .select('selection')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  const text = row?.selection ?? null;
  if (text === null) return undefined;
  const [selection] = decodeRows(context, [text], (found, decode) =>
    decode(selectionSchema, found, `the decisions on the result ${runId}`),
  );
  return selection;
}
