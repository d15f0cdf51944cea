import type { Queries } from '../database/connection.ts';

/** The latest run of a chunk that has ended. */
export interface LatestRun {
  readonly runId: string;
  readonly status: string;
  /** SHA-256 of the contract text that the run used. */
  readonly contractHash: string;
}

/** Reads the latest run of each chunk of a specification that has ended, by chunk id. */
export async function readLatestRuns(queries: Queries, specId: string): Promise<ReadonlyMap<string, LatestRun>> {
  const rows = await queries
    .selectFrom('runs')
    .innerJoin('contracts', 'contracts.id', 'runs.contract_id')
    .select(['runs.run_id', 'runs.chunk_id', 'runs.status', 'contracts.content_hash'])
    .where('runs.spec_id', '=', specId)
    .where('runs.finished_at', 'is not', null)
    .orderBy('runs.started_at')
    .orderBy('runs.run_id')
    .execute();
  // A later run replaces an earlier one of the same chunk.
  return new Map(
    rows.map((row) => [row.chunk_id, { runId: row.run_id, status: row.status, contractHash: row.content_hash }]),
  );
}
