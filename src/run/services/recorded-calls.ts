import type { CallPolicy } from '../../models/calls/call-policy.ts';
import { DEFAULT_RETRY_POLICY } from '../../models/calls/retry-policy.ts';
import { PendingWrites } from '../../foundation/pending-writes.ts';
import type { RunServices } from './run-services.ts';

/** The purpose of model calls outside an attempt's conversation, and the run that they belong to. */
export interface CallContext {
  readonly purpose: 'amendment' | 'interpretation' | 'judge' | 'plan' | 'review';
  readonly runId?: string | undefined;
  readonly attempt?: number | undefined;
  /** The chunk that the usage and the retries of the calls are reported for. */
  readonly chunk?: string | undefined;
}

type CallServices = Pick<RunServices, 'history' | 'configuration' | 'clock' | 'budget' | 'report'>;

/** Runs `work` with the call limits of a run, and records the model calls of `work` in the history. */
export async function withRecordedCalls<Result>(
  { history, configuration, clock, budget, report }: CallServices,
  { purpose, runId, attempt, chunk }: CallContext,
  work: (policy: CallPolicy) => Promise<Result>,
): Promise<Result> {
  const records = new PendingWrites();
  try {
    return await work({
      retry: DEFAULT_RETRY_POLICY,
      stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
      clock,
      budget,
      onCall: (call) => {
        const { inputTokens, outputTokens, costUsd } = call;
        if (chunk !== undefined) report({ type: 'usage', chunk, inputTokens, outputTokens, costUsd });
        const origin = { ...(runId === undefined ? {} : { runId }), ...(attempt === undefined ? {} : { attempt }) };
        records.add(history.recordCall({ ...origin, call: { ...call, purpose } }));
      },
      ...(chunk === undefined
        ? {}
        : { onRetry: ({ reason, delayMs }) => report({ type: 'model-retry', chunk, reason, delayMs }) }),
    });
  } finally {
    await records.settle();
  }
}
