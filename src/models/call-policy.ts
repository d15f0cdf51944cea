import type { CallReport, RetryNotice } from './call-report.ts';
import type { Clock } from './clock.ts';
import type { CostBudget } from './cost-budget.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** How the calls of one conversation are made. */
export interface CallPolicy {
  readonly retry: RetryPolicy;
  /** A model that sends nothing for so long is given up. */
  readonly stallTimeoutMs: number;
  readonly clock: Clock;
  readonly budget: CostBudget;
  readonly onRetry?: (notice: RetryNotice) => void;
  readonly onCall?: (report: CallReport) => void;
}
