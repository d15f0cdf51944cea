/** Decisions that wait for a person: results to review, runs that need a choice, and proposed amendments. */
import type { GateReviewEntry } from '../../verdicts/gates/gate-review.ts';
import type { AmendmentStatus } from '../../history/records/amendments.ts';
import type { ResultFile, ResultHunk } from '../../workspace/hunks/result-files.ts';
import type { GateReport, LandingReport, Violation } from './run-result.ts';

export type { ResultResolution } from '../../history/records/pending-results.ts';
export type { AmendmentStatus } from '../../history/records/amendments.ts';
export type { ResultHunkKind } from '../../workspace/hunks/result-files.ts';
export type { PlannedContent, PlannedWrite, WritePlan } from '../../workspace/hunks/plan-writes.ts';

/** A result that waits for a person's review. */
export interface PendingResult {
  readonly runId: string;
  readonly contract: string;
  /** One chunk, or several if all chunks of the contract ran. */
  readonly chunks: readonly { readonly id: string; readonly title: string }[];
  readonly createdAt: string;
}

export type ChangeKind = 'created' | 'modified' | 'deleted' | 'renamed';

/** One file of a result. A text is undefined if there is no file or the file is binary. */
export interface ChangedFile {
  readonly path: string;
  readonly previousPath?: string | undefined;
  readonly kind: ChangeKind;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a person decided about a part of a result. A part that is not rejected lands with the result. */
export type HunkDecision = 'accepted' | 'rejected' | 'undecided';

/** A part of a result that can be accepted or rejected alone. */
export interface PendingHunk extends ResultHunk {
  readonly decision: HunkDecision;
}

/** A file of a result that waits for review. It is reviewed once no hunk is undecided. */
export interface PendingFile extends Omit<ResultFile, 'hunks'> {
  readonly hunks: readonly PendingHunk[];
  /** The ids of the chunks that changed it. */
  readonly chunks: readonly string[];
}

/** The files of a result that waits for review, with the decisions on their hunks. */
export interface PendingFiles {
  readonly runId: string;
  readonly files: readonly PendingFile[];
  /** Why a landing could make no commit: there is no git repository, or files of the result have changes of the user's own. */
  readonly noCommit?: 'no-repository' | 'own-changes' | undefined;
}

/** The part of a result that a person accepted. */
export interface LandedPart {
  /** The number of the attempt that made the result, if the history has it. */
  readonly attempt?: number | undefined;
  /** The ids of the hunks that landed. */
  readonly accepted: readonly string[];
  /** The ids of the hunks that did not. */
  readonly rejected: readonly string[];
  /** The ids of the chunks of which no hunk was accepted. They are not recorded as passed. */
  readonly leftOutChunks: readonly string[];
}

/** The landing of a reviewed result. */
export interface AcceptedLanding extends LandingReport {
  /** Set if a part of the result landed, or would have landed. */
  readonly part?: LandedPart | undefined;
}

/** A run with blocking gates that have used up their attempts or could not be judged: a person must choose (GATE-6). */
export interface PendingChoice {
  readonly runId: string;
  readonly contract: string;
  readonly chunk: { readonly id: string; readonly title: string };
  /** The gates that stop the chunk. */
  readonly gates: readonly GateReport[];
  /** The files that the result changes. */
  readonly changedFiles: readonly string[];
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly hints: readonly string[];
  /** Every verdict, reset and choice, oldest first. */
  readonly history: readonly GateReviewEntry[];
  readonly createdAt: string;
}

/** One change of a contract's data. */
export interface ProposedChange {
  /** For example `chunks[1].functions[0].signature`. */
  readonly path: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** A proposed change of a contract, with its effects (ENF-AMEND-1…3). */
export interface Amendment {
  readonly id: string;
  readonly contract: string;
  readonly specId: string;
  readonly chunk: { readonly id: string; readonly title: string };
  /**
   * `model`: after failed attempts. `person` and `agent`: without a run, by what the code has or by values that they gave. The
   * decision about theirs starts no run and fails no chunk.
   */
  readonly proposedBy: 'model' | 'person' | 'agent';
  /** The run with the failed attempts; empty if a person or an agent proposed the amendment. */
  readonly runId: string;
  readonly status: AmendmentStatus;
  readonly reason: string;
  readonly proposedChanges: readonly ProposedChange[];
  readonly additionalTypes: readonly { readonly name: string; readonly definition: string }[];
  /** The recurring violations, or those of the attempt in which the model requested the amendment. */
  readonly violations: readonly Violation[];
  /** Chunks that the change affects, and why. Computed by Holdfast, not proposed by the model. */
  readonly affectedChunks: readonly {
    readonly id: string;
    readonly title: string;
    readonly reasons: readonly string[];
  }[];
  /** Code locations in the workspace that use the changed symbols. */
  readonly usedBy: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly symbol: string;
  }[];
  /** The contract's text without and with the proposed changes. */
  readonly before: string;
  readonly after: string;
  /** Why the amendment was dropped; absent if it was not. */
  readonly note?: string | undefined;
  readonly createdAt: string;
  readonly resolvedAt?: string | undefined;
}
