import type { LandingReport } from '../report/run-result.ts';
import type { ResultFile, ResultHunk } from '../../workspace/hunks/result-files.ts';
import type { WritePlan } from '../../workspace/hunks/plan-writes.ts';
import type { ChangeFinding, ChangeJudgement, ChunkReference } from '../change/change-types.ts';

/** A part of a change that a person reviews. */
export interface ReviewedHunk extends ResultHunk {
  /** Identifies the hunk in later states of the files, by its path, its declaration and its lines. */
  readonly key: string;
  /** The enclosing declaration; empty at the top level. */
  readonly declaration: string;
  readonly isReviewed: boolean;
}

/** A file of a change, with the hunks that a person reviews. */
export interface HunkReviewFile extends Omit<ResultFile, 'hunks'> {
  readonly hunks: readonly ReviewedHunk[];
  /** Identifies the content of the file. A hunk is taken back only from the content that was shown. */
  readonly content: string;
  /** The chunks of contracts that the file belongs to. */
  readonly chunks: readonly ChunkReference[];
  /** Whether there are contracts, and the file belongs to none of their chunks. */
  readonly isOutside: boolean;
  /** What is wrong in the file. */
  readonly findings: readonly ChangeFinding[];
}

/** [SESSION-1] The change of a session, a worktree or a range, for its review. */
export interface HunkReview {
  /** The verdict of what is in the files now. */
  readonly judgement: ChangeJudgement;
  /** Files outside of every contract first, then by chunk, then by path. */
  readonly files: readonly HunkReviewFile[];
  readonly reviewedCount: number;
  readonly hunkCount: number;
  /** What the person should know about the base. */
  readonly notes: readonly string[];
}

/** A hunk as it was shown. */
export interface ShownHunk {
  /** The path of its file. */
  readonly path: string;
  readonly id: string;
  /** `HunkReviewFile.content` of the review that showed it. */
  readonly content: string;
}

/** What a take back wrote or would write. Without a conflict, all of it; otherwise nothing. */
export type TakenBack = Pick<LandingReport, 'files' | 'conflicts' | 'notes'>;

/** The writes of a take back, for an editor. */
export type TakeBackPlan = WritePlan;
