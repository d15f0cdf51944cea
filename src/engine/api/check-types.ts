import type { ChunkCheckResult } from '../../checks/interfaces/result.ts';
import type { Finding as PlanFinding } from '../../plan/findings/finding.ts';
import type { RecordedWork } from '../../run/records/record-chunk.ts';
import type { ContractDocument, Problem } from '../../contract/document.ts';

export interface CheckOptions {
  readonly chunk?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ChunkCheck extends ChunkCheckResult {
  readonly id: string;
  readonly title: string;
}

export interface ContractCheck {
  readonly document: ContractDocument;
  readonly problems: readonly Problem[];
  /** Empty if the text is not a contract. */
  readonly chunks: readonly ChunkCheck[];
  /** No problem has severity `error`, and no checked chunk is unsatisfied. */
  readonly ok: boolean;
  /** The plan findings that the contract allows with `plan.allow`; absent if there are none. */
  readonly allowedFindings?: readonly PlanFinding[] | undefined;
  /** Checks that were skipped, and why (restricted mode). */
  readonly notes: readonly string[];
}

/** The outcome of recording a chunk. */
export interface RecordReport {
  /** The check of the files. */
  readonly check: ContractCheck;
  /** Why the chunk was not recorded although the check of the files succeeded: failed commands, unjudged gates. */
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
