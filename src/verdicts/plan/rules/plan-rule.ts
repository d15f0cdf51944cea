import type { Problem, ProblemSeverity } from '../../../contract/document.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { RuleFinding, RuleId, RunEffect } from '../findings/finding.ts';

/** One rule that a plan must follow. A rule only reads facts and returns findings. */
export interface PlanRule {
  readonly id: RuleId;
  readonly title: string;
  /** Why the rule exists and how to follow it, for hovers and the documentation. */
  readonly explanation: string;
  readonly severity: ProblemSeverity;
  /** What a run does about an error of this rule. A warning never stops anything. */
  readonly runEffect: RunEffect;
  /** Whether the rule also applies to a manifest without conditions (COMP-COMPAT). */
  readonly structural: boolean;
  /**
   * Whether a problem of the contract reader is reported as a finding of this rule. If several rules claim it, the
   * first reports it.
   */
  claims?(problem: Problem): boolean;
  check(facts: PlanFacts): readonly RuleFinding[];
}
