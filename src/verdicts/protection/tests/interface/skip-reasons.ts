import type { SkipReason } from './declared-test.ts';

/** How much a test is skipped: not, in some runs, or in every run that counts. */
export function rankOfSkip(skip: SkipReason | undefined): number {
  if (skip === undefined) return 0;
  return skip.kind === 'conditional' && skip.whereJudged !== true ? 1 : 2;
}

/** The outer of two reasons, unless it is a condition and the inner one is not: then the test never runs. */
export function combineSkips(outer: SkipReason | undefined, inner: SkipReason | undefined): SkipReason | undefined {
  return rankOfSkip(inner) > rankOfSkip(outer) ? inner : outer;
}
