import { addTotals, type CallPurpose, type RunUsage } from '../../foundation/call-totals.ts';
import type { CallWork } from '../database/call-work.ts';
import type { HistoryContext, Queries } from '../database/connection.ts';

/** One model call, successful or failed. */
export interface StoredCall {
  /** `provider:model` */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  /** `null` if the price of the model is unknown. */
  readonly costUsd: number | null;
  /** The token counts are estimates because the call ended without counts from the provider. */
  readonly estimated?: boolean | undefined;
  readonly durationMs: number;
  /** `stop`, `tool-calls`, `length`, …; `error` if the call failed. */
  readonly finishReason?: string | undefined;
  /** Default: `attempt`. */
  readonly purpose?: CallPurpose | undefined;
  /** Why the call failed. */
  readonly error?: string | undefined;
}

export interface CallRecord {
  /** Missing for calls outside a run. */
  readonly runId?: string | undefined;
  /** The number of the attempt. Missing for calls outside an attempt. */
  readonly attempt?: number | undefined;
  /** The work item that the call was made for. Default: that of the history. */
  readonly work?: CallWork | undefined;
  readonly call: StoredCall;
}

export async function writeCall(queries: Queries, context: HistoryContext, record: CallRecord): Promise<void> {
  const { call, work = context.work } = record;
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
      error: call.error === undefined ? null : context.redact(call.error),
      created_at: context.now(),
      item: work?.item ?? null,
      stage: work?.stage ?? null,
      round: work?.round ?? null,
      sub_item: work?.subItem ?? null,
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

/** Totals the calls of each run. Runs without calls are not in the result. */
export async function sumCallsByRun(
  queries: Queries,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunUsage>> {
  if (runIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('model_calls')
    .select(({ fn }) => [
      'run_id',
      'purpose',
      fn.countAll<number>().as('calls'),
      fn.count<number>('cost_usd').as('priced'),
      fn.sum<number>('input_tokens').as('input'),
      fn.sum<number>('output_tokens').as('output'),
      fn.sum<number | null>('cost_usd').as('cost'),
    ])
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'purpose'])
    .orderBy('purpose')
    .execute();
  const usages = new Map<string, RunUsage>();
  for (const row of rows) {
    const totals = {
      purpose: row.purpose as CallPurpose,
      calls: row.calls,
      inputTokens: row.input,
      outputTokens: row.output,
      costUsd: row.priced === row.calls ? row.cost : null,
    };
    const runId = row.run_id ?? '';
    const byPurpose = [...(usages.get(runId)?.byPurpose ?? []), totals];
    usages.set(runId, { ...addTotals(byPurpose), byPurpose });
  }
  return usages;
}
