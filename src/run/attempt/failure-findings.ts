import { requiredResults } from '../../foundation/verdict.ts';
import { removeVariableParts } from './failure-fingerprint.ts';
import type { AttemptVerdict } from './retry-context.ts';

/** The number of failures in a row after which a series that does not move ends. */
export const STALL_LENGTH = 3;

/** Lines of the usual test runners that name a failed test, and of compilers and linters that report an error. */
const FAILED_TESTS: readonly RegExp[] = [
  /^\s*not ok \d+ (?:- )?(.+?)(?: # .*)?$/,
  /^\s*(?:✖|✕|✗|×|✘) (.+?)(?: \(?[\d.]+ ?m?s\)?)?$/,
  /^\s*\d+\) (.+)$/,
  /^\s*● (.+ › .+)$/,
  /^\s*FAIL\s+(\S.*?)(?: \([\d.]+ ?m?s\))?$/,
  /^(?:FAILED|ERROR) (\S+::\S+|\S+\.py\b)/,
  /^\s*(?:FAIL|ERROR): (\w+ \(.+\))/,
  /^\s*--- FAIL: (\S+)/,
  /^test (\S+) \.\.\. FAILED$/,
  /^\s*\[FAIL(?:ED|URE)?\]\s+(.+)$/,
];
const DIAGNOSTICS: readonly RegExp[] = [
  /^(\S+?)[(:]\d+(?:[:,]\d+)?\)?\s*[:-]\s*((?:fatal )?(?:error|Error)\b.+)$/,
  /^(\S+\.\w+):\d+(?::\d+)?:? (.+)$/,
  /^\s+\d+:\d+\s+error\s+(.+)$/,
  /^(error(?:\[\w+\])?: .+)$/,
];

/**
 * [PROOF-7] The findings about a failed attempt: the requirements that do not hold, the failed tests, the errors of compilers and
 * linters, and other problems. Positions, times and order are no part of it. The whole output of a command is one finding if
 * nothing of it is recognized.
 */
export function findingsOf(verdict: AttemptVerdict): ReadonlySet<string> {
  const findings = new Set<string>();
  for (const { assertion, actual, error, passed } of requiredResults(verdict)) {
    if (!passed) findings.add(removeVariableParts(JSON.stringify([assertion.message, assertion.check, actual, error])));
  }
  const failed = verdict.commands.filter(({ passed }) => !passed);
  const outputs = failed.map(({ stage, command, exitCode, error, output }) => ({
    source: JSON.stringify([stage, command]),
    output,
    otherwise: JSON.stringify([exitCode, error]),
  }));
  if (!verdict.buildPassed && failed.length === 0) {
    outputs.push({ source: 'build', output: verdict.buildOutput ?? '', otherwise: '' });
  }
  for (const { source, output, otherwise } of outputs) {
    const recognized = readOutput(output);
    for (const finding of recognized.length > 0 ? recognized : [`${otherwise} ${removeVariableParts(output)}`])
      findings.add(`${source} ${finding}`);
  }
  // A failed command is a problem too, whose message quotes the command's output.
  const stages = new Set<string>(failed.map(({ stage }) => stage));
  for (const { stage, message } of verdict.problems) {
    if (!stages.has(stage)) findings.add(removeVariableParts(`${stage} ${message}`));
  }
  return findings;
}

/**
 * Whether a series of failures does not move: in the last three, each has all findings of the one before.
 *
 * @param series the findings of the attempts, oldest first; `undefined` for one that passed, or whose findings are unknown
 */
export function isStalled(series: readonly (ReadonlySet<string> | undefined)[]): boolean {
  const recent = series.slice(-STALL_LENGTH);
  if (recent.length < STALL_LENGTH) return false;
  return recent.every((findings, index) => {
    const before = index === 0 ? new Set<string>() : recent[index - 1];
    return findings !== undefined && before !== undefined && [...before].every((finding) => findings.has(finding));
  });
}

function readOutput(output: string): readonly string[] {
  const lines = output.split(/\r?\n/).map((line) => removeVariableParts(line));
  const tests = lines.flatMap((line) => namesIn(line, FAILED_TESTS));
  // Lines of a failed test can look like an error of a compiler.
  return tests.length > 0 ? tests : lines.flatMap((line) => namesIn(line, DIAGNOSTICS));
}

function namesIn(line: string, patterns: readonly RegExp[]): readonly string[] {
  for (const pattern of patterns) {
    const match = pattern.exec(line);
    if (match !== null) return [match.slice(1).join(' ').trim()];
  }
  return [];
}
