import type { RunUsage } from '../../foundation/call-totals.ts';
import type { Queries } from '../database/connection.ts';
import { sumCallsByRun } from './calls.ts';

/** One run in the list of runs. */
export interface RunSummary {
  readonly runId: string;
  /** The contract file. */
  readonly contract: string;
  /** The chunk id. */
  readonly chunk: string;
  readonly title: string;
  readonly status: string;
  readonly attempts: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `null` if the cost of at least one call is unknown. */
  readonly costUsd: number | null;
  /** The calls by their purpose: attempts, judges, gates and amendments. Empty if none was recorded. */
  readonly byPurpose: RunUsage['byPurpose'];
  /** `provider:model`. Empty if no model was called. */
  readonly model: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** SHA-256 of the contract text that the run used. */
  readonly contractHash: string;
  /** The commit that was checked out. */
  readonly revision: string | null;
}

/**
 * Reads runs, latest first. Tokens and cost are totals of the calls, or of the attempts if no call was recorded.
 *
 * @param runIds only these runs. Default: all
 */
export async function readSummaries(
  queries: Queries,
  { limit, runIds }: { readonly limit: number; readonly runIds?: readonly string[] | undefined },
): Promise<readonly RunSummary[]> {
  let query = queries
    .selectFrom('runs')
    .innerJoin('contracts', 'contracts.id', 'runs.contract_id')
    .leftJoin('attempts', 'attempts.run_id', 'runs.run_id')
    .select(({ fn }) => [
      'runs.run_id',
      'contracts.file',
      'contracts.content_hash',
      'runs.chunk_id',
      'runs.title',
      'runs.status',
      'runs.model',
      'runs.started_at',
      'runs.finished_at',
      'runs.revision',
      fn.count<number>('attempts.id').as('attempts'),
      fn.count<number>('attempts.cost_usd').as('priced'),
      fn.sum<number | null>('attempts.input_tokens').as('input'),
      fn.sum<number | null>('attempts.output_tokens').as('output'),
      fn.sum<number | null>('attempts.cost_usd').as('cost'),
    ])
    .groupBy(['runs.run_id', 'contracts.file', 'contracts.content_hash']);
  if (runIds !== undefined) query = query.where('runs.run_id', 'in', runIds);
  const rows = await query.orderBy('runs.started_at', 'desc').orderBy('runs.run_id').limit(limit).execute();
  const calls = await sumCallsByRun(
    queries,
    rows.map((row) => row.run_id),
  );
  return rows.map((row) => {
    const totals = calls.get(row.run_id) ?? {
      inputTokens: row.input ?? 0,
      outputTokens: row.output ?? 0,
      costUsd: row.priced === row.attempts ? (row.cost ?? 0) : null,
      byPurpose: [],
    };
    return {
      runId: row.run_id,
      contract: row.file,
      chunk: row.chunk_id,
      title: row.title,
      status: row.status,
      attempts: row.attempts,
      inputTokens: totals.inputTokens,
      outputTokens: totals.outputTokens,
      costUsd: totals.costUsd,
      byPurpose: totals.byPurpose,
      model: row.model ?? '',
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      contractHash: row.content_hash,
      revision: row.revision,
    };
  });
}
