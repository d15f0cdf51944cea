import type { ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { EnforcementMode } from '../../contract/model.ts';
import type { GateTests } from '../../verdicts/gates/judgement.ts';
import type { ReviewFinding } from '../../verdicts/review/review-finding.ts';
import type { ChunkValidationResult, CommandReport, GateReportVerdict } from '../report/run-result.ts';

/** The verdict on a gate in a tree. `NOT_JUDGED`: it needs a model or a person, and no verdict is recorded. */
export interface TreeGateReport {
  readonly id: string;
  readonly name: string;
  readonly mode: EnforcementMode;
  readonly verdict: GateReportVerdict | 'NOT_JUDGED';
  readonly reasoning: string;
  /** The tests that a gate with `tests` ran. */
  readonly tests?: GateTests | undefined;
  /** What the review of a gate with `review` found. */
  readonly findings?: readonly ReviewFinding[] | undefined;
}

/** What a full check adds to the results of a chunk. */
export interface FullCheckParts {
  /** Every command that ran, in order. */
  readonly commands: readonly CommandReport[];
  readonly problems: ChunkValidationResult['problems'];
  readonly gates: readonly TreeGateReport[];
}

/** The verdict on one chunk in a worktree of the current tree. */
export type FullChunkCheck = ChunkCheckResult & FullCheckParts;
