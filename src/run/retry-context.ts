import type { AssertionResult } from '../checks/result.ts';
import type { PreviousAttempt } from '../prompts/prompt-input.ts';
import type { AttemptReport, ChunkValidationResult, RetryContext, Violation } from './result.ts';

/** A verdict, as far as the next attempt is concerned with it. */
export type FailedVerdict = Pick<
  ChunkValidationResult,
  'passed' | 'assertResults' | 'buildPassed' | 'buildOutput' | 'commands' | 'problems'
>;

/** What the next attempt is told: the source documents' RetryContext, and what else went wrong. */
export type AttemptRetryContext = RetryContext & PreviousAttempt;

/** The failed asserts, each with what was expected and what was found. */
export function violationsOf(assertResults: readonly AssertionResult[]): readonly Violation[] {
  return assertResults
    .filter((result) => !result.passed)
    .map((result) => ({
      assertion: result.assertion,
      expected: result.expected ?? result.assertion.message,
      actual: result.actual ?? result.error ?? 'not found',
    }));
}

/**
 * What the attempt of the given number is told of the one before.
 * @param attempt the number of the attempt that is told
 */
export function retryContextOf(
  verdict: FailedVerdict,
  report: Pick<AttemptReport, 'refusedWrites'>,
  attempt: number,
  maxAttempts: number,
): AttemptRetryContext {
  const failedCommands = verdict.commands.filter((command) => !command.passed && command.stage !== 'build');
  const said = new Set(failedCommands.map((command) => command.stage as string));
  return {
    attempt,
    maxAttempts,
    previousViolations: violationsOf(verdict.assertResults),
    ...(verdict.buildPassed ? {} : { buildOutput: verdict.buildOutput ?? '' }),
    ...(failedCommands.length === 0 ? {} : { failedCommands }),
    ...listed(
      'problems',
      // What the gates say is told apart, with what they advise.
      verdict.problems.filter((problem) => !said.has(problem.stage) && problem.stage !== 'gates'),
    ),
    ...listed('refusedWrites', report.refusedWrites),
  };
}

function listed<Name extends string, T>(name: Name, items: readonly T[]): Partial<Record<Name, readonly T[]>> {
  return items.length === 0 ? {} : ({ [name]: items } as Partial<Record<Name, readonly T[]>>);
}

/** An attempt that was judged, as far as the decision on another one is concerned with it. */
export interface JudgedAttempt {
  readonly verdict: FailedVerdict;
  readonly report?: Pick<AttemptReport, 'stopReason'>;
}

/** Whether another attempt may do better. */
export function isRetryable(attempt: JudgedAttempt): boolean {
  return !attempt.verdict.passed && whyNotRetryable(attempt) === undefined;
}

/** Why no further attempt can mend a failure, as a sentence; undefined where one may. */
export function whyNotRetryable({ verdict, report }: JudgedAttempt): string | undefined {
  const planError = verdict.problems.find((problem) => problem.stage === 'preflight');
  if (planError !== undefined) return `No retry can mend an error of the plan: ${planError.message}`;
  const landing = verdict.problems.find((problem) => problem.stage === 'landing');
  if (landing !== undefined) return `What went wrong in landing is not the model's to mend: ${landing.message}`;
  if (report?.stopReason === 'cost-limit') return 'The cost limit of the run is used up: no further call can be made.';
  return undefined;
}

/** Whether two failures are the same one, come back unchanged. Two passed verdicts are no failures. */
export function sameFailure(left: FailedVerdict, right: FailedVerdict): boolean {
  return !left.passed && !right.passed && failureFingerprint(left) === failureFingerprint(right);
}

/** The failure in a form that is the same when the same failure comes back: without times, colours and order. */
export function failureFingerprint(verdict: FailedVerdict): string {
  if (verdict.passed) return 'passed';
  const asserts = verdict.assertResults
    .filter((result) => !result.passed)
    .map((result) => [
      'assert',
      result.assertion.message,
      result.assertion.check,
      result.actual ?? '',
      result.error ?? '',
    ]);
  const commands = verdict.commands
    .filter((command) => !command.passed)
    .map((command) => [
      'command',
      command.stage,
      command.command,
      command.exitCode ?? null,
      command.error ?? '',
      command.output,
    ]);
  const build = verdict.buildPassed || commands.length > 0 ? [] : [['build', verdict.buildOutput ?? '']];
  const problems = verdict.problems.map((problem) => ['problem', problem.stage, problem.message]);
  const parts = [...asserts, ...commands, ...build, ...problems].map((part) => lasting(JSON.stringify(part)));
  return parts.sort().join('\n');
}

/** A text without what differs between two runs of the same thing: colours, times, durations, addresses, process ids. */
function lasting(text: string): string {
  return text
    .replaceAll(/(?:\\u001b|\u001b)\[[\d;]*[A-Za-z]/g, '')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>')
    .replaceAll(/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>')
    .replaceAll(/\b\d+(?:[.,]\d+)?\s?(?:ms|µs|ns|s|sec|secs|seconds?|minutes?|min|m)\b/g, '<duration>')
    .replaceAll(/\b0x[\da-f]+\b/gi, '<address>')
    .replaceAll(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '<id>')
    .replaceAll(/\bpid[ =:]+\d+/gi, '<pid>');
}
