import type { DataPath, ProblemSeverity } from '../../contract/document.ts';
import type { ContractEdit } from '../../contract/edit/contract-edit.ts';
import type { Range } from '../../shared/position.ts';

/** `STRUCT`, `COND` and `R1` to `R7` are the source document's rules. The others are additions of Holdfast. */
export type RuleId =
  | 'STRUCT'
  | 'COND'
  | 'R1'
  | 'R2'
  | 'R3'
  | 'R4'
  | 'R5'
  | 'R6'
  | 'R7'
  | 'consumes-created'
  | 'consumed-signature'
  | 'parallel-writes'
  | 'context-files'
  | 'gate-mode';

/** An automatic fix: edits for `editContract`, to be applied in order. */
export interface PlanFix {
  /** For people: `Add the postcondition file_exists "src/a.ts"`. */
  readonly title: string;
  readonly edits: readonly ContractEdit[];
}

/** One problem of a plan and its location. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: ProblemSeverity;
  /** The id of the chunk; absent for the plan as a whole. */
  readonly chunk?: string | undefined;
  /** The normalized path of the file that the problem is about. */
  readonly path?: string | undefined;
  readonly message: string;
  /** What satisfies the rule, as a sentence. */
  readonly satisfiedBy?: string | undefined;
  readonly fix?: PlanFix | undefined;
  /** The node of the contract, with the keys of the model. */
  readonly at: DataPath;
  readonly range: Range;
  /** The code of the contract reader's problem, if the reader found it. */
  readonly problem?: string | undefined;
}

/** A finding as a rule returns it. `checkPlan` adds the rule and the range. */
export type RuleFinding = Omit<Finding, 'rule' | 'severity' | 'range' | 'problem'> & {
  /** Overrides the severity of the rule. */
  readonly severity?: ProblemSeverity;
};
