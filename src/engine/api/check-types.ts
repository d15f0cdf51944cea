import type { ChunkCheckResult } from '../../checks/interfaces/result.ts';
import type { Finding as PlanFinding } from '../../plan/findings/finding.ts';
import type { RecordedWork } from '../../run/records/record-chunk.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import type { FullCheckParts } from '../../run/full-check/full-check-report.ts';
import type { ContractDocument, Problem } from '../../contract/document.ts';

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
  /** No problem has severity `error`, and no checked chunk is unsatisfied. In strict mode, none is unverified. */
  readonly ok: boolean;
  /** The plan findings that the contract allows with `plan.allow`; absent if there are none. */
  readonly allowedFindings?: readonly PlanFinding[] | undefined;
  /** What was not checked, and why: parts of the contract that did not run, restricted mode. */
  readonly notes: readonly string[];
}

/** The outcome of recording a chunk. */
export interface RecordReport {
  /** The full check. */
  readonly check: ContractCheck;
  /** Why the full check does not show that the chunk has passed; empty if it does, or if the contract has errors. */
  readonly reasons: readonly string[];
  /** Undefined if the chunk was not recorded. */
  readonly recorded?: RecordedWork | undefined;
}

/** One line of `holdfast doctor`. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly subject: string;
  readonly message: string;
  /** How to fix it. */
  readonly hint?: string | undefined;
}

/** What a product above the engine examines for `holdfast doctor`. */
export interface Examination {
  /** The subject of the finding if the examination fails. */
  readonly subject: string;
  readonly examine: () => Promise<readonly Finding[]>;
}

export interface CommitHookOptions {
  /** The command that starts Holdfast. Default: the one that the folder installs, or `holdfast`. */
  readonly program?: string | undefined;
  /** Removes the check instead. */
  readonly remove?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What happened to the pre-commit hook. `merged`: the check was added to an existing hook. */
export interface CommitHook {
  readonly outcome: 'created' | 'merged' | 'unchanged' | 'removed' | 'manager';
  /** The hook, relative to the top level of the repository if it is inside; absent if a hook manager owns the hooks. */
  readonly file?: string | undefined;
  /** The hook manager that owns the hooks, so that nothing was written. */
  readonly manager?: 'husky' | 'lefthook' | 'pre-commit' | undefined;
  /** What to add to the configuration of the hook manager. */
  readonly hint?: string | undefined;
}
