/** What waits for a person's decision: results to review, runs to choose for, contracts to amend. */
import type { ReviewEntry } from '../gates/gate-review.ts';
import type { AmendmentStatus } from '../history/records/amendments.ts';
import type { GateReport, Violation } from '../run/result.ts';

export type { AmendmentStatus } from '../history/records/amendments.ts';

/** A result that waits for a person. */
export interface PendingReview {
  readonly runId: string;
  readonly contract: string;
  /** One chunk, or several where all were run. */
  readonly chunks: readonly { readonly id: string; readonly title: string }[];
  readonly createdAt: string;
}

export type ChangeKind = 'created' | 'modified' | 'deleted' | 'renamed';

/** One file of a result, before and after; undefined text where there is no file or it is binary. */
export interface ChangedFile {
  readonly path: string;
  readonly previousPath?: string;
  readonly kind: ChangeKind;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A run whose blocking gates have used up their attempts, or could not be judged: a person is to choose (GATE-6). */
export interface PendingChoice {
  readonly runId: string;
  readonly contract: string;
  readonly chunk: { readonly id: string; readonly title: string };
  /** The gates that stop the chunk. */
  readonly gates: readonly GateReport[];
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly hints: readonly string[];
  /** Every verdict, reset and choice, the oldest first. */
  readonly history: readonly ReviewEntry[];
  readonly createdAt: string;
}

/** One change of a contract's data. */
export interface ProposedChange {
  /** Such as `chunks[1].functions[0].signature`. */
  readonly path: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** A proposed change of a contract, and what it would affect (ENF-AMEND-1…3). */
export interface Amendment {
  readonly id: string;
  readonly contract: string;
  readonly specId: string;
  readonly chunk: { readonly id: string; readonly title: string };
  /** The run whose attempts led to it. */
  readonly runId: string;
  readonly status: AmendmentStatus;
  readonly reason: string;
  readonly proposedChanges: readonly ProposedChange[];
  readonly additionalTypes: readonly { readonly name: string; readonly definition: string }[];
  /** The violations that came back, or those of the attempt in which the model asked. */
  readonly violations: readonly Violation[];
  /** Chunks that the change concerns, and why; computed, not proposed. */
  readonly affectedChunks: readonly {
    readonly id: string;
    readonly title: string;
    readonly reasons: readonly string[];
  }[];
  /** Places in the workspace that use what changes. */
  readonly usedBy: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly symbol: string;
  }[];
  /** The contract's text as the proposal speaks of it, and as it would be. */
  readonly before: string;
  readonly after: string;
  /** Why it was dropped, where it was. */
  readonly note?: string;
  readonly createdAt: string;
  readonly resolvedAt?: string;
}
