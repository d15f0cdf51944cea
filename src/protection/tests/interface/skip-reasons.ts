import type { SkipReason } from './declared-test.ts';

/** The outer of two reasons, unless it is a condition and the inner one is not: then the test never runs. */
export function combineSkips(outer: SkipReason | undefined, inner: SkipReason | undefined): SkipReason | undefined {
  return outer === undefined || (outer.kind === 'conditional' && inner !== undefined) ? inner : outer;
}
