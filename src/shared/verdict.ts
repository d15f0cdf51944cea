/** `unverified`: there was nothing to check, which is neither a pass nor a failure. */
export type Verdict = 'satisfied' | 'unsatisfied' | 'unverified';

/** How many chunks have each verdict. */
export interface VerdictCounts {
  readonly satisfied: number;
  readonly unsatisfied: number;
  readonly unverified: number;
  readonly total: number;
}

export function countVerdicts(results: readonly { readonly verdict: Verdict }[]): VerdictCounts {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  return {
    satisfied: count('satisfied'),
    unsatisfied: count('unsatisfied'),
    unverified: count('unverified'),
    total: results.length,
  };
}

/** The part of a chunk's run that shows whether it was verified. */
interface RunOutcome {
  readonly status: string;
  readonly attempts: readonly { readonly validation: { readonly unverified?: boolean | undefined } }[];
  readonly gates: readonly { readonly verdict: string }[];
}

/** [DONE-3] Whether a chunk passed although no assert, condition, acceptance command or gate shows that its work is done. */
export function isUnverifiedRun({ status, attempts, gates }: RunOutcome): boolean {
  const isShown = gates.some(({ verdict }) => verdict === 'PASS');
  return status === 'pass' && attempts.at(-1)?.validation.unverified === true && !isShown;
}
