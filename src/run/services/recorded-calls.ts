import type { CallPolicy } from '../../models/calls/call-policy.ts';
import type { CallReport } from '../../models/calls/call-report.ts';
import { DEFAULT_RETRY_POLICY } from '../../models/calls/retry-policy.ts';
import type { RunServices } from './run-services.ts';

/** The purpose of model calls outside an attempt's conversation, and the run that they belong to. */
export interface CallContext {
  readonly purpose: 'amendment' | 'judge' | 'plan';
  readonly runId?: string | undefined;
  readonly attempt?: number | undefined;
  readonly onCall?: ((call: CallReport) => void) | undefined;
  readonly onRetry?: CallPolicy['onRetry'] | undefined;
}

/** Runs `work` with the call limits of a run, and records the model calls of `work` in the history. */
export async function withRecordedCalls<Result>(
  { history, configuration, clock, budget }: Pick<RunServices, 'history' | 'configuration' | 'clock' | 'budget'>,
  { purpose, runId, attempt, onCall, onRetry }: CallContext,
  work: (policy: CallPolicy) => Promise<Result>,
): Promise<Result> {
  const records: Promise<void>[] = [];
  try {
    return await work({
      retry: DEFAULT_RETRY_POLICY,
      stallTimeoutMs: configuration.limits.stallTimeoutSeconds * 1000,
      clock,
      budget,
      onCall: (call) => {
        onCall?.(call);
        const origin = { ...(runId === undefined ? {} : { runId }), ...(attempt === undefined ? {} : { attempt }) };
        records.push(history.recordCall({ ...origin, call: { ...call, purpose } }));
      },
      ...(onRetry ? { onRetry } : {}),
    });
  } finally {
    await Promise.all(records);
  }
}
