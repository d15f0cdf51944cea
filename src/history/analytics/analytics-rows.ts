import { sql, type SqlBool } from 'kysely';
import type { Queries } from '../database/connection.ts';

/** What analytics are about. Without a value, all runs count. */
export interface AnalyticsFilter {
  /** Only runs that started at this time or later: ISO 8601, or the beginning of it, such as `2026-11-01`. */
  readonly since?: string | undefined;
  /** The contract file, relative to the folder. */
  readonly contract?: string | undefined;
  /** `provider:model` of the first call of a run. */
  readonly model?: string | undefined;
}

/** Ended runs with the same chunk, model, day, outcome and number of attempts. */
export interface RunGroup {
  readonly contract: string;
  readonly specId: string;
  readonly chunk: string;
  readonly title: string;
  /** Empty if no model was called. */
  readonly model: string;
  /** `2026-11-25`, in UTC. */
  readonly day: string;
  readonly passed: boolean;
  /** At least 1. */
  readonly attempts: number;
  readonly runs: number;
}

/** The model calls of runs with the same chunk, model and day. */
export interface CallGroup {
  readonly contract: string;
  readonly specId: string;
  readonly chunk: string;
  readonly model: string;
  readonly day: string;
  readonly calls: number;
  /** The calls with a known price. */
  readonly priced: number;
  /** In US dollars, of the calls with a known price. */
  readonly costUsd: number;
  readonly modelMs: number;
}

/** In how many attempts an assertion failed. */
export interface FailureGroup {
  readonly contract: string;
  readonly specId: string;
  readonly chunk: string;
  readonly title: string;
  readonly type: string;
  readonly checkType: string;
  readonly message: string;
  readonly failures: number;
}

export interface AnalyticsRows {
  readonly runs: readonly RunGroup[];
  readonly calls: readonly CallGroup[];
  readonly failures: readonly FailureGroup[];
  /** The contracts and models of all runs, for filters. */
  readonly contracts: readonly string[];
  readonly models: readonly string[];
}

const DAY_LENGTH = 10;

/** Reads the numbers that analytics are computed from, grouped by the database. Runs without an attempt are left out. */
export async function readAnalyticsRows(queries: Queries, filter: AnalyticsFilter): Promise<AnalyticsRows> {
  const day = sql<string>`substr(runs.started_at, 1, ${sql.lit(DAY_LENGTH)})`;
  const isIncluded = includes(filter);
  const runs = await queries
    .selectFrom('runs')
    .innerJoin('contracts', 'contracts.id', 'runs.contract_id')
    .innerJoin(
      (join) =>
        join
          .selectFrom('attempts')
          .select(({ fn }) => ['attempts.run_id as attempted', fn.countAll<number>().as('attempts')])
          .groupBy('attempts.run_id')
          .as('counted'),
      (on) => on.onRef('counted.attempted', '=', 'runs.run_id'),
    )
    .select(({ fn }) => [
      'contracts.file as contract',
      'runs.spec_id',
      'runs.chunk_id',
      fn.max('runs.title').as('title'),
      'runs.model',
      day.as('day'),
      'runs.status',
      'counted.attempts',
      fn.countAll<number>().as('runs'),
    ])
    .where('runs.finished_at', 'is not', null)
    .where(isIncluded)
    .groupBy(['contracts.file', 'runs.spec_id', 'runs.chunk_id', 'runs.model', day, 'runs.status', 'counted.attempts'])
    .execute();
  const calls = await queries
    .selectFrom('model_calls')
    .innerJoin('runs', 'runs.run_id', 'model_calls.run_id')
    .innerJoin('contracts', 'contracts.id', 'runs.contract_id')
    .select(({ fn }) => [
      'contracts.file as contract',
      'runs.spec_id',
      'runs.chunk_id',
      'runs.model',
      day.as('day'),
      fn.countAll<number>().as('calls'),
      fn.count<number>('model_calls.cost_usd').as('priced'),
      fn.sum<number | null>('model_calls.cost_usd').as('cost'),
      fn.sum<number>('model_calls.duration_ms').as('duration'),
    ])
    .where('runs.finished_at', 'is not', null)
    .where(isIncluded)
    .groupBy(['contracts.file', 'runs.spec_id', 'runs.chunk_id', 'runs.model', day])
    .execute();
  const failures = await queries
    .selectFrom('assertion_failures')
    .innerJoin('runs', 'runs.run_id', 'assertion_failures.run_id')
    .innerJoin('contracts', 'contracts.id', 'runs.contract_id')
    .select(({ fn }) => [
      'contracts.file as contract',
      'runs.spec_id',
      'runs.chunk_id',
      fn.max('runs.title').as('title'),
      'assertion_failures.type',
      'assertion_failures.check_type',
      'assertion_failures.message',
      fn.countAll<number>().as('failures'),
    ])
    .where('runs.finished_at', 'is not', null)
    .where(isIncluded)
    .groupBy([
      'contracts.file',
      'runs.spec_id',
      'runs.chunk_id',
      'assertion_failures.type',
      'assertion_failures.check_type',
      'assertion_failures.message',
    ])
    .orderBy('failures', 'desc')
    .orderBy('assertion_failures.message')
    .execute();
  return {
    runs: runs.map((row) => ({
      ...toChunk(row),
      title: row.title,
      model: row.model ?? '',
      day: row.day,
      passed: row.status === 'pass',
      attempts: row.attempts,
      runs: row.runs,
    })),
    calls: calls.map((row) => ({
      ...toChunk(row),
      model: row.model ?? '',
      day: row.day,
      calls: row.calls,
      priced: row.priced,
      costUsd: row.cost ?? 0,
      modelMs: row.duration,
    })),
    failures: failures.map((row) => ({
      ...toChunk(row),
      title: row.title,
      type: row.type,
      checkType: row.check_type,
      message: row.message,
      failures: row.failures,
    })),
    ...(await readFilterValues(queries)),
  };
}

function toChunk(row: {
  readonly contract: string;
  readonly spec_id: string;
  readonly chunk_id: string;
}): Pick<RunGroup, 'contract' | 'specId' | 'chunk'> {
  return { contract: row.contract, specId: row.spec_id, chunk: row.chunk_id };
}

function includes({ since, contract, model }: AnalyticsFilter): ReturnType<typeof sql<SqlBool>> {
  const conditions = [
    ...(since === undefined ? [] : [sql<SqlBool>`runs.started_at >= ${since}`]),
    ...(contract === undefined ? [] : [sql<SqlBool>`contracts.file = ${contract}`]),
    ...(model === undefined ? [] : [sql<SqlBool>`runs.model = ${model}`]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

async function readFilterValues(queries: Queries): Promise<Pick<AnalyticsRows, 'contracts' | 'models'>> {
  const contracts = await queries.selectFrom('contracts').select('file').distinct().orderBy('file').execute();
  const models = await queries.selectFrom('runs').select('model').distinct().orderBy('model').execute();
  return { contracts: contracts.map(({ file }) => file), models: models.flatMap(({ model }) => model ?? []) };
}
