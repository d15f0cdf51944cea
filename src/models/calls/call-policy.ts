import type { Clock } from '../../foundation/clock.ts';
import type { CostBudget } from '../cost/cost-budget.ts';
import type { CallReport, RetryNotice } from './call-report.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** The limits and listeners for the calls of one conversation. */
export interface CallPolicy {
  readonly retry: RetryPolicy;
  /** A call fails if the model sends nothing for this long. */
  readonly stallTimeoutMs: number;
  readonly clock: Clock;
  readonly budget: CostBudget;
  readonly onRetry?: (notice: RetryNotice) => void;
  readonly onCall?: (report: CallReport) => void;
}
