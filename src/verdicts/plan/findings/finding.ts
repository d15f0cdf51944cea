import type { DataPath, ProblemSeverity } from '../../../contract/document.ts';
import type { OverridableRule } from '../../../contract/plan-rule-ids.ts';
import type { Range } from '../../../foundation/position.ts';
import type { PlanFix } from '../fix/plan-fix.ts';

/**
 * `STRUCT`, `COND` and `R1` to `R7` are the source document's rules. The others are additions of Holdfast. A contract cannot
 * override `STRUCT` and `COND`: an invalid contract never runs.
 */
export type RuleId = 'STRUCT' | 'COND' | OverridableRule;

/**
 * What a run does about a finding before the model is called. `none`: another check of the run covers it, or an attempt
 * can pass in spite of it.
 */
export type RunEffect = 'stop-run' | 'stop-chunk' | 'warn' | 'none';

/** One problem of a plan and its location. */
export interface PlanFinding {
  readonly rule: RuleId;
  readonly severity: ProblemSeverity;
  readonly runEffect: RunEffect;
  /** The id of the chunk; absent for the plan as a whole. */
  readonly chunk?: string | undefined;
  /** The normalized path of the file that the problem is about. */
  readonly path?: string | undefined;
  readonly message: string;
  /** What satisfies the rule, as a sentence. */
  readonly satisfiedBy?: string | undefined;
  readonly fix?: PlanFix | undefined;
  /** Fixes with different meanings. A person chooses one; "fix all" applies none. */
  readonly choices?: readonly PlanFix[] | undefined;
  /** The node of the contract, with the keys of the model. */
  readonly at: DataPath;
  readonly range: Range;
  /** The code of the contract reader's problem, if the reader found it. */
  readonly problem?: string | undefined;
}

/** A finding as a rule returns it. `checkPlan` adds the rule, the effect and the range. */
export type RuleFinding = Omit<PlanFinding, 'rule' | 'severity' | 'runEffect' | 'range' | 'problem'> & {
  /** Overrides the severity of the rule. */
  readonly severity?: ProblemSeverity;
  /** Overrides the effect of the rule. */
  readonly runEffect?: RunEffect;
};
