import type { ProtectedChange } from './protected-change.ts';

/** `fact`: a reviewer should look at it. It fails nothing. */
export type ProtectedSeverity = 'error' | 'warning' | 'fact';

/**
 * [PROOF-4] How much a protected change counts, for runs, `check` and `review` alike: an error only if it is certain that
 * less is proved. Fewer assertions are often a rewrite.
 */
export function severityOf({ kind, direction }: Pick<ProtectedChange, 'kind' | 'direction'>): ProtectedSeverity {
  if (direction === 'unknown') return 'fact';
  return kind === 'fewer-assertions' ? 'warning' : 'error';
}
