import type { PlanPlace, Plan } from '../../../contract/plans/plan.ts';

/** What tasks of a plan, or a plan and its tree, say against each other. */
export type ContradictionKind =
  | 'consumed-unknown'
  | 'consumed-later'
  | 'consumed-differently'
  | 'produced-differently'
  | 'produced-twice'
  | 'code-differs'
  | 'created-twice'
  | 'exists-already'
  | 'modified-missing'
  | 'parallel-files'
  | 'test-missing';

/** A contradiction, at its line of the plan. An error is certain: two parsed, different signatures. */
export interface Contradiction extends PlanPlace {
  readonly kind: ContradictionKind;
  readonly severity: 'error' | 'fact';
  /** The id of the task. */
  readonly task: string;
  /** A sentence without a full stop. */
  readonly message: string;
}

/** The tree that a plan starts from: the commit that added it, or the files on disk for a plan without one. */
export interface PlanStart {
  readonly files: ReadonlySet<string>;
  /** The files before the commit that added the plan: a commit can add a plan together with its work. */
  readonly earlierFiles: ReadonlySet<string>;
  /** The other open plans of its folder, which a tool can carry out at the same time. */
  readonly neighbors?: readonly Plan[] | undefined;
  /** The words of these that a file of the tree has, the plan itself left out. */
  readonly findWords: (words: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface ContradictionInput {
  readonly plan: Plan;
  readonly start: PlanStart;
}
