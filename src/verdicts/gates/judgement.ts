import type { EnforcementMode, Gate } from '../../contract/model.ts';
import type { ReviewFinding } from '../review/review-finding.ts';

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

/** One command of a gate that runs tests. */
export interface TestCommandReport {
  readonly command: string;
  /** Whether it runs the affected tests or all tests. */
  readonly scope: 'affected' | 'all';
  /** Missing if it did not start or was stopped. */
  readonly exitCode?: number | undefined;
  readonly durationMs: number;
}

/** The tests that a gate ran. */
export interface GateTests {
  /** The test runner; `undefined` if it is not known. */
  readonly runner?: string | undefined;
  /** The affected test files, relative to the workspace folder; empty if they are not known. */
  readonly affected: readonly string[];
  /** The number of test files; `undefined` if it is not known. */
  readonly total?: number | undefined;
  /** Why all tests ran at once, as a sentence; `undefined` if the affected tests ran first. */
  readonly reason?: string | undefined;
  /** The commands in their order. */
  readonly commands: readonly TestCommandReport[];
}

/** The result of one decider, or of all deciders of a gate. */
export interface GateDecision {
  readonly verdict: GateVerdict;
  /** Why, as text that a person and a model can act on. */
  readonly reasoning: string;
  /** Of a model's verdict, between 0 and 1. */
  readonly confidence?: number | undefined;
  readonly evidence?: readonly GateEvidence[] | undefined;
  /** What a gate with `tests` ran. */
  readonly tests?: GateTests | undefined;
  /** What the review of a gate with `review` found. */
  readonly findings?: readonly ReviewFinding[] | undefined;
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
