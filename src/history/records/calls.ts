import type { Queries, Surroundings } from '../connection.ts';

/** What a call of a model was made for; others may be named. */
export type CallPurpose = 'attempt' | 'judge' | 'amendment' | 'plan';

/** One call of a model, failed ones included. */
export interface StoredCall {
  /** `provider:model` */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
  /** null where the model's price is unknown. */
  readonly costUsd: number | null;
  /** The tokens are an estimate, because the call ended without the provider's own count. */
  readonly estimated?: boolean;
  readonly durationMs: number;
  /** stop, tool-calls, length, …; `error` where there is an error. */
  readonly finishReason?: string;
  /** Default `attempt`. */
  readonly purpose?: CallPurpose;
  /** Why the call failed. */
  readonly error?: string;
}

export interface CallRecord {
  /** Absent for calls outside a run. */
  readonly runId?: string;
  readonly attempt?: number;
  readonly call: StoredCall;
}

export async function writeCall(queries: Queries, around: Surroundings, record: CallRecord): Promise<void> {
  const { call } = record;
  await queries
    .insertInto('model_calls')
    .values({
      run_id: record.runId ?? null,
      attempt: record.attempt ?? null,
      purpose: call.purpose ?? 'attempt',
      model: call.model,
      input_tokens: call.inputTokens,
      output_tokens: call.outputTokens,
      cached_input_tokens: call.cachedInputTokens ?? null,
      reasoning_tokens: call.reasoningTokens ?? null,
      cost_usd: call.costUsd,
      estimated: call.estimated === true ? 1 : 0,
      finish_reason: call.finishReason ?? null,
      duration_ms: Math.round(call.durationMs),
      error: call.error === undefined ? null : around.redact(call.error),
      created_at: around.now(),
    })
    .execute();
  if (record.runId === undefined) return;
  await queries
    .updateTable('runs')
    .set({ model: call.model })
    .where('run_id', '=', record.runId)
    .where('model', 'is', null)
    .execute();
}

export interface CallTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** null as soon as the cost of one call is unknown. */
  readonly costUsd: number | null;
}

/** What the calls of each of some runs come to; runs without calls are absent. */
export async function totalCalls(
  queries: Queries,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, CallTotals>> {
  if (runIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('model_calls')
    .select(({ fn }) => [
      'run_id',
      fn.countAll<number>().as('calls'),
      fn.count<number>('cost_usd').as('priced'),
      fn.sum<number>('input_tokens').as('input'),
      fn.sum<number>('output_tokens').as('output'),
      fn.sum<number | null>('cost_usd').as('cost'),
    ])
    .where('run_id', 'in', runIds)
    .groupBy('run_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.run_id ?? '',
      {
        calls: row.calls,
        inputTokens: row.input,
        outputTokens: row.output,
        costUsd: row.priced === row.calls ? row.cost : null,
      },
    ]),
  );
}
