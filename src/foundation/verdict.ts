/** `unverified`: there was nothing to check, which is neither a pass nor a failure. */
export type Verdict = 'satisfied' | 'unsatisfied' | 'unverified';

/** The verdict on a chunk by the results that decide it. */
export function verdictOf(required: readonly { readonly passed: boolean }[]): Verdict {
  if (required.length === 0) return 'unverified';
  return required.every(({ passed }) => passed) ? 'satisfied' : 'unsatisfied';
}

/** The results of a chunk by kind. */
interface ResultsByKind<Result> {
  readonly postconditionResults: readonly Result[];
  readonly assertResults: readonly Result[];
}

/**
 * The results that decide whether a chunk is satisfied, in display order. Every count of "requirements" is a count of these.
 */
export function requiredResults<Result>({
  postconditionResults,
  assertResults,
}: ResultsByKind<Result>): readonly Result[] {
  return [...postconditionResults, ...assertResults];
}

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
