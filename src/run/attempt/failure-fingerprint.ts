import { requiredResults } from '../../foundation/verdict.ts';
import type { CommandReport } from '../report/run-result.ts';
import type { AttemptVerdict } from './retry-context.ts';

/**
 * A text that is equal for two failures with the same cause: it does not contain times and colors, and its parts are
 * sorted.
 */
export function failureFingerprint(verdict: AttemptVerdict): string {
  if (verdict.passed) return 'passed';
  const requirements = requiredResults(verdict)
    .filter((result) => !result.passed)
    .map((result) => [
      'requirement',
      result.assertion.message,
      result.assertion.check,
      result.actual ?? '',
      result.error ?? '',
    ]);
  const commands = verdict.commands.filter(({ passed }) => !passed).map(describeFailedCommand);
  const build = verdict.buildPassed || commands.length > 0 ? [] : [['build', verdict.buildOutput ?? '']];
  const problems = verdict.problems.map((problem) => ['problem', problem.stage, problem.message]);
  const parts = [...requirements, ...commands, ...build, ...problems].map((part) =>
    removeVariableParts(JSON.stringify(part)),
  );
  return parts.sort().join('\n');
}

/** Whether two reports of the same command show the same failure. */
export function isSameCommandFailure(left: CommandReport, right: CommandReport): boolean {
  const [one, other] = [left, right].map((report) =>
    removeVariableParts(JSON.stringify(describeFailedCommand(report))),
  );
  return !left.passed && !right.passed && one === other;
}

function describeFailedCommand({ stage, command, exitCode, error, output }: CommandReport): readonly unknown[] {
  return ['command', stage, command, exitCode ?? null, error ?? '', output];
}

/** Removes what differs between two runs of the same command: colors, times, durations, addresses, ids of processes. */
export function removeVariableParts(text: string): string {
  return text
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll(/(?:\\u001b|\u001b)\[[\d;]*[A-Za-z]/g, '')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>')
    .replaceAll(/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>')
    .replaceAll(/\b\d+(?:[.,]\d+)?\s?(?:ms|µs|ns|s|sec|secs|seconds?|minutes?|min|m)\b/g, '<duration>')
    .replaceAll(/\bduration_ms\b[: ]*[\d.]+/g, '<duration>')
    .replaceAll(/\b0x[\da-f]+\b/gi, '<address>')
    .replaceAll(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '<id>')
    .replaceAll(/\bpid[ =:]+\d+/gi, '<pid>')
    .replaceAll(/\bgoroutine \d+/g, '<goroutine>')
    .replaceAll(' (cached)', ' <duration>')
    .replaceAll(/\battempts\/[\da-f]{12}\b/g, '<attempt>');
}
