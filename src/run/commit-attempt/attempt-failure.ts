import { createHash } from 'node:crypto';
import type { AttemptReport } from '../report/run-result.ts';
import { findingsOf } from '../attempt/failure-findings.ts';
import { failureFingerprint } from '../attempt/failure-fingerprint.ts';
import { toViolations } from '../attempt/retry-context.ts';
import { describeCommand } from '../validation/stage-command.ts';

/** What identifies a failed attempt among others, and describes it to a person. */
export interface AttemptFailure {
  /** The kind of failure, for example `build` or `assert:signature_match`. */
  readonly category: string;
  /** Equal for attempts that failed in the same way. */
  readonly failureHash: string;
  /** Identifies each test, diagnostic, requirement and other problem that failed, sorted. */
  readonly findings: readonly string[];
  /** The failures, one per line. */
  readonly summary: string;
}

/** The characters of the hash of a finding: the state of an item has those of all its attempts. */
const FINDING_LENGTH = 12;

/** The most characters of a summary, which a comment shows. */
const MAX_SUMMARY = 2_000;

export function describeFailure(report: AttemptReport, reason: string): AttemptFailure {
  return {
    category: categoryOf(report),
    failureHash: hash(failureFingerprint(report.validation)),
    findings: [...findingsOf(report.validation)].map((finding) => hash(finding).slice(0, FINDING_LENGTH)).sort(),
    summary: summarize(report, reason),
  };
}

/** Identifies the change of an attempt on a base. */
export function hashCode({ diff }: Pick<AttemptReport, 'diff'>, base: string): string {
  return hash(`${base}\n${diff}`);
}

/** The first of what failed, in the order in which it must be fixed: what fails later may be a consequence. */
function categoryOf({ validation, stopReason }: AttemptReport): string {
  const { postconditionResults, assertResults, commands, problems, buildPassed } = validation;
  const isWritten =
    postconditionResults.every(({ passed }) => passed) && problems.every(({ stage }) => stage !== 'write');
  if (!isWritten) return `write:${stopReason}`;
  if (!buildPassed) return 'build';
  const command = commands.find(({ passed }) => !passed);
  if (command !== undefined) return command.stage;
  const failed = assertResults.find(({ passed }) => !passed);
  if (failed !== undefined) return `assert:${failed.assertion.check.type}`;
  return problems[0]?.stage ?? 'failed';
}

function summarize({ validation }: AttemptReport, reason: string): string {
  const { commands, problems } = validation;
  const lines = [
    ...problems.map(({ message }) => message),
    ...commands.filter(({ passed }) => !passed).map((command) => describeCommand(command)),
    ...toViolations(validation).map(
      ({ assertion, expected, actual }) => `${assertion.message}: expected ${expected}, got ${actual}`,
    ),
  ];
  const text = (lines.length === 0 ? [reason] : [...new Set(lines)]).join('\n');
  return text.length <= MAX_SUMMARY ? text : `${text.slice(0, MAX_SUMMARY)}…`;
}

function hash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
