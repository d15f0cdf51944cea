import { blockingJudgements, type GateJudgement } from './judgement.ts';
import { improvementHintsOf, lowestMaxAttempts } from './retry-config.ts';
import type { ChunkGate } from './select-gates.ts';

/** One verdict, or one choice of a person. */
export interface GateReviewEntry {
  readonly at: string;
  /** Absent if the entry concerns the review as a whole. */
  readonly gateId?: string | undefined;
  readonly status: 'pass' | 'fail' | 'broken' | 'undecided' | 'reset' | 'skip' | 'abort';
  readonly attempt: number;
  readonly reasoning: string;
}

/** The state of the gates in one chunk's run: the failures counted so far and the history of verdicts and choices. */
export interface GateReview {
  readonly gateIds: readonly string[];
  /** The number of attempts that failed a blocking gate since the run began or a person chose to retry. */
  readonly attemptCount: number;
  /** The lowest limit that applies. */
  readonly maxAttempts: number;
  /** [GATE-1] No attempt is left. */
  readonly retryLimitExceeded: boolean;
  readonly exhaustedGateIds: readonly string[];
  readonly hints: readonly string[];
  readonly history: readonly GateReviewEntry[];
}

/**
 * Creates the review of a run that begins.
 * @param chunkMaxAttempts the maximum number of attempts of the chunk, ignoring gates
 */
export function openReview(gates: readonly ChunkGate[], chunkMaxAttempts: number): GateReview {
  const gateLimit = lowestMaxAttempts(gates.map(({ gate }) => gate));
  return {
    gateIds: gates.map(({ gate }) => gate.id),
    attemptCount: 0,
    maxAttempts: Math.min(gateLimit ?? chunkMaxAttempts, chunkMaxAttempts),
    retryLimitExceeded: false,
    exhaustedGateIds: [],
    hints: [],
    history: [],
  };
}

/** Adds the judgements of one attempt. A gate that could not be judged does not use up an attempt. */
export function recordJudgements(
  review: GateReview,
  { judgements, attempt, at }: { readonly judgements: readonly GateJudgement[]; readonly attempt: number; at: string },
): GateReview {
  const failed = blockingJudgements(judgements, 'FAIL');
  return {
    ...review,
    attemptCount: review.attemptCount + (failed.length > 0 ? 1 : 0),
    hints: [...new Set(failed.flatMap(({ gate }) => improvementHintsOf(gate)))],
    history: [
      ...review.history,
      ...judgements.map(({ gate, verdict, reasoning }) => ({
        at,
        gateId: gate.id,
        status: STATUS_BY_VERDICT[verdict],
        attempt,
        reasoning,
      })),
    ],
  };
}

const STATUS_BY_VERDICT = { PASS: 'pass', FAIL: 'fail', BROKEN: 'broken', UNDECIDED: 'undecided' } as const;

/** [GATE-1] Records that no attempt is left for the gates that failed. */
export function recordExhaustion(review: GateReview, gateIds: readonly string[]): GateReview {
  return { ...review, retryLimitExceeded: true, exhaustedGateIds: gateIds };
}

export interface GateChoiceRecord {
  readonly choice: 'retry' | 'skip' | 'abort';
  readonly attempt: number;
  readonly at: string;
  readonly instruction?: string | undefined;
}

/** [GATE-6] Records a person's choice. `retry` resets the count. */
export function recordChoice(review: GateReview, { choice, attempt, at, instruction }: GateChoiceRecord): GateReview {
  const entry = (status: GateReviewEntry['status'], reasoning: string): GateReviewEntry => ({
    at,
    status,
    attempt,
    reasoning,
  });
  switch (choice) {
    case 'retry': {
      const suffix = instruction === undefined ? '' : ` Instruction: ${instruction}`;
      return {
        ...review,
        attemptCount: 0,
        retryLimitExceeded: false,
        exhaustedGateIds: [],
        history: [...review.history, entry('reset', `Retry was chosen; the attempt count is reset.${suffix}`)],
      };
    }
    case 'skip':
      return { ...review, history: [...review.history, entry('skip', 'The gates were skipped by choice.')] };
    case 'abort':
      return { ...review, history: [...review.history, entry('abort', 'The run was aborted by choice.')] };
  }
}

/** How often one gate has failed since the run began, or since a person chose to retry. */
export function countFailures(review: GateReview, gateId: string): number {
  const start = review.history.findLastIndex(({ status }) => status === 'reset') + 1;
  return review.history.slice(start).filter((entry) => entry.gateId === gateId && entry.status === 'fail').length;
}

/** Whether the latest choice of a person was to land the result in spite of its gates. */
export function isSkippedByChoice({ history }: Pick<GateReview, 'history'>): boolean {
  const latest = history.findLast(({ status }) => status === 'reset' || status === 'skip' || status === 'abort');
  return latest?.status === 'skip';
}

/** Whether a person has chosen to retry before. */
export function hasReset(review: GateReview): boolean {
  return review.history.some(({ status }) => status === 'reset');
}
