import type { ModelMessage } from 'ai';
import type { PreviousAttempt, PromptRemarks } from '../../models/prompts/prompt-input.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { RetryContext } from '../report/run-result.ts';

/** The result of the previous attempt. */
export interface PreviousResult {
  /** The number of the attempt. */
  readonly number: number;
  readonly snapshot: Snapshot;
  /** Whether the next attempt starts from it in any case. Otherwise the contract decides. */
  readonly isContinued?: boolean | undefined;
}

/** The feedback that only the next attempt receives. */
export interface NextAttempt {
  readonly retry?: (RetryContext & PreviousAttempt) | undefined;
  readonly gateGuidance?: string | undefined;
  readonly review?: PromptRemarks | undefined;
  readonly conversation?: readonly ModelMessage[] | undefined;
  /** The result of the previous attempt, which this one continues if the contract says so. */
  readonly previous?: PreviousResult | undefined;
}

/** The attempts before a run that continues their numbers and receives their feedback. */
export interface EarlierAttempts {
  /** How many there were. */
  readonly count: number;
  /** The number of the last possible attempt, for the prompt and for people. The run itself may end before it. */
  readonly of: number;
  /** Feedback for the first attempt of the run. */
  readonly next: NextAttempt;
}
