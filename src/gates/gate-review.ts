import type { ChunkGate } from './chunk-gates.ts';
import { blockingWith, type GateJudgement } from './judgement.ts';
import { hintsOf, lowestLimit } from './retry-config.ts';

/** One verdict, or one choice of a person. */
export interface ReviewEntry {
  readonly at: string;
  /** Absent for what concerns the review as a whole. */
  readonly gateId?: string;
  readonly status: 'pass' | 'fail' | 'broken' | 'reset' | 'skip' | 'abort';
  readonly attempt: number;
  readonly reasoning: string;
}

/** The gates of one chunk's run: how often they have failed, and everything that was said of them. */
export interface GateReview {
  readonly gateIds: readonly string[];
  /** Attempts that a blocking gate has failed, since the run began or a person chose to retry. */
  readonly attemptCount: number;
  /** The lowest limit that applies. */
  readonly maxAttempts: number;
  /** [GATE-1] No attempt is left. */
  readonly retryLimitExceeded: boolean;
  readonly exhaustedGateIds: readonly string[];
  readonly hints: readonly string[];
  readonly history: readonly ReviewEntry[];
}

/** @param chunkLimit how many attempts the chunk has, gates aside */
export function openReview(gates: readonly ChunkGate[], chunkLimit: number): GateReview {
  const limit = lowestLimit(gates.map(({ gate }) => gate));
  return {
    gateIds: gates.map(({ gate }) => gate.id),
    attemptCount: 0,
    maxAttempts: Math.min(limit ?? chunkLimit, chunkLimit),
    retryLimitExceeded: false,
    exhaustedGateIds: [],
    hints: [],
    history: [],
  };
}

/** The review after an attempt was judged. A gate that could not be judged costs no attempt. */
export function judged(
  review: GateReview,
  { judgements, attempt, at }: { readonly judgements: readonly GateJudgement[]; readonly attempt: number; at: string },
): GateReview {
  const failed = blockingWith(judgements, 'FAIL');
  return {
    ...review,
    attemptCount: review.attemptCount + (failed.length > 0 ? 1 : 0),
    hints: [...new Set(failed.flatMap(({ gate }) => hintsOf(gate)))],
    history: [
      ...review.history,
      ...judgements.map(({ gate, verdict, reasoning }) => ({
        at,
        gateId: gate.id,
        status: STATUS_OF[verdict],
        attempt,
        reasoning,
      })),
    ],
  };
}

const STATUS_OF = { PASS: 'pass', FAIL: 'fail', BROKEN: 'broken' } as const;

/** [GATE-1] The review once no attempt is left for gates that failed. */
export function exhausted(review: GateReview, gateIds: readonly string[]): GateReview {
  return { ...review, retryLimitExceeded: true, exhaustedGateIds: gateIds };
}

/** [GATE-6] A person chose how to go on; to retry begins the count anew. */
export function chosen(
  review: GateReview,
  choice: { readonly choice: 'retry' | 'skip' | 'abort'; readonly attempt: number; at: string; instruction?: string },
): GateReview {
  const { attempt, at, instruction } = choice;
  const said = instruction === undefined ? '' : ` They said: ${instruction}`;
  const entry = (status: ReviewEntry['status'], reasoning: string): ReviewEntry => ({ at, status, attempt, reasoning });
  switch (choice.choice) {
    case 'retry':
      return {
        ...review,
        attemptCount: 0,
        retryLimitExceeded: false,
        exhaustedGateIds: [],
        history: [...review.history, entry('reset', `Retry was chosen; the count begins anew.${said}`)],
      };
    case 'skip':
      return { ...review, history: [...review.history, entry('skip', 'The gates were skipped by choice.')] };
    case 'abort':
      return { ...review, history: [...review.history, entry('abort', 'The run was aborted by choice.')] };
  }
}

/** How often one gate has failed since the run began, or since a person chose to retry. */
export function failuresOf(review: GateReview, gateId: string): number {
  const since = review.history.findLastIndex((entry) => entry.status === 'reset') + 1;
  return review.history.slice(since).filter((entry) => entry.gateId === gateId && entry.status === 'fail').length;
}

/** Whether a person has chosen to retry before. */
export function wasReset(review: GateReview): boolean {
  return review.history.some((entry) => entry.status === 'reset');
}
