/** The purpose of a model call. */
export type CallPurpose = 'attempt' | 'judge' | 'amendment' | 'interpretation' | 'plan' | 'review' | 'stage';

export interface CallTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `null` if the cost of at least one call is unknown. */
  readonly costUsd: number | null;
}

/** The calls that were made for a run: attempts, judges, gates and amendments. */
export interface RunUsage extends CallTotals {
  readonly byPurpose: readonly (CallTotals & { readonly purpose: CallPurpose })[];
}

/** Sums totals. If one cost is unknown, the sum is unknown. */
export function addTotals(all: readonly CallTotals[]): CallTotals {
  const sum = (select: (totals: CallTotals) => number): number =>
    all.reduce((total, totals) => total + select(totals), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: all.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
  };
}
