import type { HistoryContext, Queries } from '../database/connection.ts';

/** The status of a chunk: `running` during a run, otherwise the result of its last run. `undecided`: the user must decide. */
export type RecordedChunkStatus =
  | 'pending'
  | 'running'
  | 'completed'
  | 'failed'
  | 'blocked'
  | 'conflict'
  | 'cancelled'
  | 'skipped'
  | 'aborted'
  | 'undecided';

/** `pass`: the result landed. `fail`: the user discarded it. `pending`: it waits for the user. */
export type AcceptanceStatus = 'pass' | 'fail' | 'pending';

export interface ChunkState {
  readonly title: string;
  readonly status: string;
  readonly review: string | undefined;
  /** The last run of the chunk. */
  readonly runId: string | undefined;
  readonly updatedAt: string;
}

export interface ChunkName {
  readonly id: string;
  readonly title: string;
}

export interface ChunkUpdate {
  readonly specId: string;
  readonly chunk: ChunkName;
  readonly status: RecordedChunkStatus;
  /** If missing, `running` keeps the current review status and every other status clears it. */
  readonly review?: AcceptanceStatus | undefined;
  readonly runId?: string | undefined;
}

export async function writeChunk(queries: Queries, context: HistoryContext, change: ChunkUpdate): Promise<void> {
  const { specId, chunk, status } = change;
  const isRunning = status === 'running';
  await queries
    .insertInto('chunks')
    .values({
      spec_id: specId,
      chunk_id: chunk.id,
      title: chunk.title,
      status,
      settled_status: isRunning ? 'pending' : status,
      review_status: change.review ?? null,
      run_id: change.runId ?? null,
      updated_at: context.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['spec_id', 'chunk_id']).doUpdateSet({
        title: chunk.title,
        status,
        ...(isRunning ? {} : { settled_status: status }),
        ...(isRunning && change.review === undefined ? {} : { review_status: change.review ?? null }),
        ...(change.runId === undefined ? {} : { run_id: change.runId }),
        updated_at: context.now(),
      }),
    )
    .execute();
}

/** Sets the last run of a chunk. Does not change its status. */
export async function assignRun(
  queries: Queries,
  context: HistoryContext,
  assignment: { readonly specId: string; readonly chunk: ChunkName; readonly runId: string },
): Promise<void> {
  const { chunk, runId } = assignment;
  await queries
    .insertInto('chunks')
    .values({
      spec_id: assignment.specId,
      chunk_id: chunk.id,
      title: chunk.title,
      status: 'pending',
      settled_status: 'pending',
      review_status: null,
      run_id: runId,
      updated_at: context.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['spec_id', 'chunk_id']).doUpdateSet({ title: chunk.title, run_id: runId }),
    )
    .execute();
}

/** Restores the previous status of a chunk that is still `running`. */
export async function restoreChunkStatus(queries: Queries, context: HistoryContext, runId: string): Promise<void> {
  await queries
    .updateTable('chunks')
    .set((expression) => ({ status: expression.ref('settled_status'), updated_at: context.now() }))
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .execute();
}

/** Reads the states of the chunks of a specification, by chunk id. */
export async function readChunks(queries: Queries, specId: string): Promise<ReadonlyMap<string, ChunkState>> {
  const rows = await queries.selectFrom('chunks').selectAll().where('spec_id', '=', specId).execute();
  return new Map(
    rows.map((row) => [
      row.chunk_id,
      {
        title: row.title,
        status: row.status,
        review: row.review_status ?? undefined,
        runId: row.run_id ?? undefined,
        updatedAt: row.updated_at,
      },
    ]),
  );
}
