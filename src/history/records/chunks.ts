import type { Queries, Surroundings } from '../connection.ts';

/**
 * How a chunk stands. `running` until its run ends; everything else is the verdict of the last run, `undecided` where a
 * person is to choose how it goes on.
 */
export type ChunkStatus =
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

/** `pass` when the result landed, `fail` when a person discarded it, `pending` while it waits for one. */
export type ReviewStatus = 'pass' | 'fail' | 'pending';

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

export interface ChunkChange {
  readonly specId: string;
  readonly chunk: ChunkName;
  readonly status: ChunkStatus;
  /** Without one, `running` keeps the review that there is and every other status clears it. */
  readonly review?: ReviewStatus;
  readonly runId?: string;
}

export async function writeChunk(queries: Queries, around: Surroundings, change: ChunkChange): Promise<void> {
  const { specId, chunk, status } = change;
  const running = status === 'running';
  await queries
    .insertInto('chunks')
    .values({
      spec_id: specId,
      chunk_id: chunk.id,
      title: chunk.title,
      status,
      settled_status: running ? 'pending' : status,
      review_status: change.review ?? null,
      run_id: change.runId ?? null,
      updated_at: around.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['spec_id', 'chunk_id']).doUpdateSet({
        title: chunk.title,
        status,
        ...(running ? {} : { settled_status: status }),
        ...(running && change.review === undefined ? {} : { review_status: change.review ?? null }),
        ...(change.runId === undefined ? {} : { run_id: change.runId }),
        updated_at: around.now(),
      }),
    )
    .execute();
}

/** Makes a run the last one of its chunk, whose status stays as it is. */
export async function assignRun(
  queries: Queries,
  around: Surroundings,
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
      updated_at: around.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['spec_id', 'chunk_id']).doUpdateSet({ title: chunk.title, run_id: runId }),
    )
    .execute();
}

/** Gives a chunk that a run left `running` the status that it had before that run. */
export async function settleChunk(queries: Queries, around: Surroundings, runId: string): Promise<void> {
  await queries
    .updateTable('chunks')
    .set((expression) => ({ status: expression.ref('settled_status'), updated_at: around.now() }))
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .execute();
}

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
