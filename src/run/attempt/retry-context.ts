import type { PreviousAttempt } from '../../models/prompts/prompt-input.ts';
import { describeChangedPackages } from '../validation/guard-packages.ts';
import type { AttemptReport, ChunkValidationResult, RetryContext, Violation } from '../report/run-result.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** The part of a verdict that matters for the next attempt. */
export type AttemptVerdict = Pick<
  ChunkValidationResult,
  | 'passed'
  | 'postconditionResults'
  | 'assertResults'
  | 'buildPassed'
  | 'buildOutput'
  | 'commands'
  | 'problems'
  | 'changedPackages'
>;

/** The feedback for the next attempt: the source documents' RetryContext, and other failures. */
export type AttemptRetryContext = RetryContext & PreviousAttempt;

/** The requirements that do not hold, each with the expected and the actual value. */
export function toViolations(
  verdict: Pick<ChunkValidationResult, 'postconditionResults' | 'assertResults'>,
): readonly Violation[] {
  return requiredResults(verdict)
    .filter((result) => !result.passed)
    .map((result) => ({
      assertion: result.assertion,
      expected: result.expected ?? result.assertion.message,
      actual: result.actual ?? result.error ?? 'not found',
    }));
}

/**
 * The feedback on a failed attempt for the next one.
 * @param attempt the number of the attempt that receives it
 */
export function createRetryContext(
  verdict: AttemptVerdict,
  { refusedWrites }: Pick<AttemptReport, 'refusedWrites'>,
  attempt: number,
  maxAttempts: number,
): AttemptRetryContext {
  const failedCommands = verdict.commands.filter(({ passed, stage }) => !passed && stage !== 'build');
  const failedStages = new Set<string>(failedCommands.map(({ stage }) => stage));
  const failedSetup = failedCommands.find(({ stage }) => stage === 'setup')?.command;
  // Failed commands are listed with their output, and the gates have their own guidance section.
  const problems = verdict.problems
    .filter(({ stage, command }) => {
      const isSetup = command !== undefined && command === failedSetup;
      return !failedStages.has(stage) && stage !== 'gates' && !isSetup;
    })
    .map(({ stage, message, interpretation }) => {
      // The cause is interpreted again in each attempt, so it does not identify the failure.
      return {
        stage,
        message: interpretation === undefined ? message : `${message}\nInterpretation: ${interpretation}`,
      };
    });
  return {
    attempt,
    maxAttempts,
    previousViolations: toViolations(verdict),
    ...(verdict.buildPassed || failedSetup !== undefined ? {} : { buildOutput: verdict.buildOutput ?? '' }),
    ...(failedCommands.length === 0 ? {} : { failedCommands }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(refusedWrites.length === 0 ? {} : { refusedWrites }),
  };
}

export interface FailedAttempt {
  readonly verdict: AttemptVerdict;
  readonly report?: Pick<AttemptReport, 'stopReason'>;
}

/** Why no further attempt can fix a failure, as a sentence; undefined if a further attempt may help. */
export function retryBlockedReason({ verdict, report }: FailedAttempt): string | undefined {
  const planError = verdict.problems.find(({ stage }) => stage === 'preflight');
  if (planError !== undefined) return `No retry can fix an error of the plan: ${planError.message}`;
  const landingError = verdict.problems.find(({ stage }) => stage === 'landing');
  if (landingError !== undefined) return `The model cannot fix a landing failure: ${landingError.message}`;
  if (verdict.changedPackages !== undefined) return describeChangedPackages(verdict.changedPackages);
  if (report?.stopReason === 'cost-limit') return 'The cost limit of the run is reached.';
  return undefined;
}
