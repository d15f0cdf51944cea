import type { ContractCheck } from './check/check-types.ts';
import type { RecordedWork } from './records/record-chunk.ts';

/** The outcome of recording a chunk. */
export interface RecordReport {
  /** The full check. */
  readonly check: ContractCheck;
  /** Why the full check does not show that the chunk has passed; empty if it does, or if the contract has errors. */
  readonly reasons: readonly string[];
  /** Undefined if the chunk was not recorded. */
  readonly recorded?: RecordedWork | undefined;
}
