import * as z from 'zod';
import { createRetryContext } from '../attempt/retry-context.ts';
import type { NextAttempt } from '../services/earlier-attempts.ts';
import type { AttemptReport } from '../report/run-result.ts';

/** The most characters of each text. The whole feedback stays small, because it is a part of the state of an item. */
const MAX_OUTPUT = 8_000;
const MAX_DIFF = 24_000;
const MAX_VALUE = 2_000;
const MAX_PROBLEM = 4_000;
const MAX_ENTRIES = 40;

/**
 * The feedback on a failed attempt for the next one, which another process may run. It contains what a prompt shows of a
 * previous attempt, shortened.
 */
export const storedFeedbackSchema = z.object({
  violations: z.array(z.object({ message: z.string(), expected: z.string(), actual: z.string() })),
  buildOutput: z.string().optional(),
  commands: z.array(
    z.object({
      stage: z.string(),
      command: z.string(),
      output: z.string(),
      exitCode: z.int().optional(),
      error: z.string().optional(),
      failsOnBase: z.literal(true).optional(),
    }),
  ),
  problems: z.array(z.object({ stage: z.string(), message: z.string() })),
  refusedWrites: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** What blocking gates require. */
  gates: z.array(z.string()),
  /** The unified diff of the attempt's change. */
  diff: z.string(),
});

export type StoredFeedback = z.infer<typeof storedFeedbackSchema>;

export function toStoredFeedback(report: AttemptReport): StoredFeedback {
  const retry = createRetryContext(report.validation, report, report.number + 1, report.number + 1);
  return {
    violations: retry.previousViolations.slice(0, MAX_ENTRIES).map(({ assertion, expected, actual }) => ({
      message: assertion.message,
      expected: shorten(expected, MAX_VALUE),
      actual: shorten(actual, MAX_VALUE),
    })),
    ...(retry.buildOutput === undefined ? {} : { buildOutput: shorten(retry.buildOutput, MAX_OUTPUT) }),
    commands: (retry.failedCommands ?? []).slice(0, MAX_ENTRIES).map((command) => ({
      stage: command.stage,
      command: command.command,
      output: shorten(command.output, MAX_OUTPUT),
      ...(command.exitCode === undefined ? {} : { exitCode: command.exitCode }),
      ...(command.error === undefined ? {} : { error: command.error }),
      ...(command.failsOnBase === undefined ? {} : { failsOnBase: command.failsOnBase }),
    })),
    problems: (retry.problems ?? []).slice(0, MAX_ENTRIES).map(({ stage, message }) => ({
      stage,
      message: shorten(message, MAX_PROBLEM),
    })),
    refusedWrites: (retry.refusedWrites ?? []).slice(0, MAX_ENTRIES).map(({ path, reason }) => ({ path, reason })),
    gates: report.validation.problems
      .filter(({ stage }) => stage === 'gates')
      .map(({ message }) => shorten(message, MAX_VALUE)),
    diff: shorten(report.diff, MAX_DIFF),
  };
}

/** The feedback as the attempt with a number receives it, of at most `of` attempts. */
export function toRetryContext(
  { violations, buildOutput, commands, problems, refusedWrites, diff }: StoredFeedback,
  { number, of, isReworked }: { readonly number: number; readonly of: number; readonly isReworked: boolean },
): NonNullable<NextAttempt['retry']> {
  return {
    attempt: number,
    maxAttempts: of,
    previousViolations: violations.map(({ message, expected, actual }) => ({
      assertion: { type: 'assert' as const, message, check: { type: '' } },
      expected,
      actual,
    })),
    ...(buildOutput === undefined ? {} : { buildOutput }),
    ...(commands.length === 0 ? {} : { failedCommands: commands }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(refusedWrites.length === 0 ? {} : { refusedWrites }),
    ...(isReworked ? { isReworked } : {}),
    work: { diff, errors: [], files: [] },
  };
}

/** Keeps the beginning and the end of a text: commands print their cause first, and their summary last. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
