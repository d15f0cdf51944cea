import type { EnforcementMode, Gate } from '../contract/model.ts';

/**
 * `BROKEN`: the gate could not be judged. `UNDECIDED`: it has no verdict of the person who judges it. Neither is a failure
 * of the work, and neither is a pass.
 */
export type GateVerdict = 'PASS' | 'FAIL' | 'BROKEN' | 'UNDECIDED';

/** A location that supports a verdict. */
export interface GateEvidence {
  readonly file: string;
  readonly line?: number | undefined;
  readonly text: string;
}

/** The result of one decider, or of all deciders of a gate. */
export interface GateDecision {
  readonly verdict: GateVerdict;
  /** Why, as text that a person and a model can act on. */
  readonly reasoning: string;
  /** Of a model's verdict, between 0 and 1. */
  readonly confidence?: number | undefined;
  readonly evidence?: readonly GateEvidence[] | undefined;
}

/** The decision on one gate after one attempt. */
export interface GateJudgement extends GateDecision {
  readonly gate: Gate;
  readonly mode: EnforcementMode;
}

/** The judgements of blocking gates with the given verdict. */
export function blockingJudgements(
  judgements: readonly GateJudgement[],
  verdict: GateVerdict,
): readonly GateJudgement[] {
  return judgements.filter((judgement) => judgement.mode === 'blocking' && judgement.verdict === verdict);
}
