import type { EnforcementMode, Gate } from '../contract/model.ts';

/** `BROKEN`: it could not be judged. That is not the work's failure, and never a pass. */
export type GateVerdict = 'PASS' | 'FAIL' | 'BROKEN';

/** A place that a verdict rests on. */
export interface GateEvidence {
  readonly file: string;
  readonly line?: number;
  readonly text: string;
}

/** What a decider, or all deciders of a gate, came to. */
export interface GateDecision {
  readonly verdict: GateVerdict;
  /** Why, in words a person and a model can act on. */
  readonly reasoning: string;
  /** Of a model's verdict, between 0 and 1. */
  readonly confidence?: number;
  readonly evidence?: readonly GateEvidence[];
}

/** One gate as it was judged after one attempt. */
export interface GateJudgement extends GateDecision {
  readonly gate: Gate;
  readonly mode: EnforcementMode;
}

/** Judgements that stop a chunk with the given verdict. */
export function blockingWith(judgements: readonly GateJudgement[], verdict: GateVerdict): readonly GateJudgement[] {
  return judgements.filter((one) => one.mode === 'blocking' && one.verdict === verdict);
}
