import type { CallPolicy } from '../models/call-policy.ts';
import type { CallReport } from '../models/call-report.ts';
import { DEFAULT_RETRY_POLICY } from '../models/retry-policy.ts';
import type { RunServices } from './services.ts';

/** What calls of a model are made for, beside attempts. */
export interface CallsFor {
  readonly purpose: 'amendment' | 'judge' | 'plan';
  readonly runId?: string;
  readonly attempt?: number;
  /** Told of each call, and of those that are made again. */
  readonly onCall?: (call: CallReport) => void;
  readonly onRetry?: CallPolicy['onRetry'];
}

/** Works with a model whose calls keep the limits of a run; when the work is over, all of them are recorded. */
export async function withRecordedCalls<Result>(
  { history, configuration, clock, budget }: Pick<RunServices, 'history' | 'configuration' | 'clock' | 'budget'>,
  { purpose, runId, attempt, onCall, onRetry }: CallsFor,
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
        const made = { ...(runId === undefined ? {} : { runId }), ...(attempt === undefined ? {} : { attempt }) };
        records.push(history.recordCall({ ...made, call: { ...call, purpose } }));
      },
      ...(onRetry ? { onRetry } : {}),
    });
  } finally {
    await Promise.all(records);
  }
}
