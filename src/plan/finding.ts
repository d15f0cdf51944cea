import type { DataPath, ProblemSeverity } from '../contract/document.ts';
import type { ContractEdit } from '../contract/edit/contract-edit.ts';
import type { Range } from '../shared/position.ts';

/** `R1` to `R7`, `COND` and `STRUCT` are the source document's rules; the others are our own. */
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
  | 'context-files';

/** A mend that a machine can make: edits for `editContract`, to be made in their order. */
export interface PlanFix {
  /** What it does, for people: `Add the postcondition file_exists "src/a.ts"`. */
  readonly title: string;
  readonly edits: readonly ContractEdit[];
}

/** One thing that a plan has against being carried out, at its place in the file. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: ProblemSeverity;
  /** The id of the chunk; absent where the plan as a whole is meant. */
  readonly chunk?: string;
  /** The file of the tree that it is about, normalised. */
  readonly path?: string;
  /** What is wrong. */
  readonly message: string;
  /** What would satisfy the rule, as a sentence. */
  readonly satisfiedBy?: string;
  readonly fix?: PlanFix;
  /** The node of the contract, in the words of the model. */
  readonly at: DataPath;
  readonly range: Range;
  /** The code of the reader's problem, where the finding is a mistake of the file that the reader has reported. */
  readonly problem?: string;
}

/** A finding as a rule states it: its rule, severity and range are known from elsewhere. */
export type RuleFinding = Omit<Finding, 'rule' | 'severity' | 'range' | 'problem'> & {
  /** Where it is not the rule's own. */
  readonly severity?: ProblemSeverity;
};
