import type { ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { PlanFinding } from '../../verdicts/plan/findings/finding.ts';
import type { RunListener } from '../report/run-events.ts';
import type { FullCheckParts } from '../full-check/full-check-report.ts';
import type { ContractDocument, Problem } from '../../contract/document.ts';
import type { PlanClaims } from '../contracts/plan-claims.ts';

export interface CheckOptions {
  readonly chunk?: string | undefined;
  /**
   * Runs the commands and gates of the contract too, in a worktree of the current tree: the verdict that a landing gives.
   * Unsaved text is not part of it.
   */
  readonly full?: boolean | undefined;
  /** Whether a full check calls the model for gates without a recorded verdict. */
  readonly judge?: boolean | undefined;
  /** Whether an unverified chunk makes the check fail. */
  readonly strict?: boolean | undefined;
  /** Whether `Engine.addProgress` knows later which chunks this check found satisfied: work by hand leaves no record. */
  readonly remember?: boolean | undefined;
  /** The contract, if it was just read. Each further reading compares it with all contracts of the folder again. */
  readonly document?: ContractDocument | undefined;
  /** Whether what the tasks of a plan say against each other is part of its check. Default: not. */
  readonly contradictions?: boolean | undefined;
  /** Receives the progress of a full check. */
  readonly onEvent?: RunListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexCheckOptions extends CheckOptions {
  /** The contracts to check, with paths relative to the folder. Default: every contract of the index. */
  readonly contracts?: readonly string[] | undefined;
  /** Absolute path of the index, if it is not the index of the work tree: `GIT_INDEX_FILE` of a commit hook. */
  readonly indexFile?: string | undefined;
}

/**
 * [EDIT-6] What the verdict on a chunk means together with its past.
 *
 * - `regressed`: its requirements do not hold, but it has passed before
 * - `failedRun`: its latest run with this contract failed
 * - `notStarted`: its requirements do not hold yet
 */
export type ChunkProgress = 'satisfied' | 'unverified' | 'notStarted' | 'regressed' | 'failedRun';

export interface ChunkCheck extends ChunkCheckResult {
  readonly id: string;
  readonly title: string;
  /** Absent until `Engine.addProgress` has read the past of the chunk. */
  readonly progress?: ChunkProgress | undefined;
  /**
   * What shows that a regressed chunk has passed: a record, the files of the merge base with the default branch, or an earlier
   * check of the same engine.
   */
  readonly passedBefore?: 'record' | 'merge-base' | 'seen' | undefined;
  /**
   * The satisfied chunk that supersedes this one, if its own requirements no longer hold (DONE-8). It is unverified then, and
   * fails no check.
   */
  readonly supersededBy?: string | undefined;
  /** What a full check ran; absent otherwise. */
  readonly full?: FullCheckParts | undefined;
}

export interface ContractCheck {
  readonly document: ContractDocument;
  readonly problems: readonly Problem[];
  /** Empty if the text is not a contract. */
  readonly chunks: readonly ChunkCheck[];
  /**
   * No problem has severity `error`, and no checked chunk is unsatisfied. In strict mode, none is unverified. Of a plan, only
   * the tasks that are ticked count.
   */
  readonly ok: boolean;
  /** The plan findings that the contract allows with `plan.allow`; absent if there are none. */
  readonly allowedFindings?: readonly PlanFinding[] | undefined;
  /** What the tasks of a plan say against each other, and is not certain; absent if it was not requested. */
  readonly facts?: readonly Fact[] | undefined;
  /** What the boxes of a plan claim; absent for other contracts. */
  readonly claims?: PlanClaims | undefined;
  /** What was not checked, and why: parts of the contract that did not run, restricted mode. */
  readonly notes: readonly string[];
}
