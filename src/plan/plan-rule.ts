import type { Problem, ProblemSeverity } from '../contract/document.ts';
import type { RuleFinding, RuleId } from './finding.ts';
import type { PlanFacts } from './plan-facts.ts';

/** One rule that a plan must keep. A rule reads facts and states findings; it opens nothing and changes nothing. */
export interface PlanRule {
  readonly id: RuleId;
  readonly title: string;
  /** Why the rule exists and what keeps it, for hovers and documents. */
  readonly explanation: string;
  readonly severity: ProblemSeverity;
  /** Whether a manifest without any condition is held to it (COMP-COMPAT). */
  readonly structural: boolean;
  /** Whether a mistake that the reader of the file has found is this rule's; the first that claims it has it. */
  claims?(problem: Problem): boolean;
  check(facts: PlanFacts): readonly RuleFinding[];
}
