import type { Condition } from '../../contract/model.ts';
import { verificationsOf, type Verification } from '../../contract/verifications.ts';
import type { CommandReport } from '../report/run-result.ts';
import { attemptRules } from '../services/command-rules.ts';
import { findFailedConditions } from './check-conditions.ts';
import { commandTimeoutMs, reportStage, type CommandValidationInput, type Problems } from './command-validation.ts';
import { describeCommand, runStageCommand } from './stage-command.ts';
import { findPythonErrors } from './syntax-check.ts';
import { listWrittenFiles } from './writable-files.ts';

/** A verification and its conditions that are false. */
export interface PendingVerification extends Verification {
  readonly unmet: readonly Condition[];
}

/** The verifications of a contract, with their conditions as the judged tree answers them. */
export async function readVerifications({
  document,
  attempt,
}: Pick<CommandValidationInput, 'document' | 'attempt'>): Promise<readonly PendingVerification[]> {
  const verifications = verificationsOf(document);
  return Promise.all(
    verifications.map(async (verification) => ({
      ...verification,
      unmet: await findFailedConditions(verification.requires, attempt),
    })),
  );
}

/** Runs the due verifications up to the first failure, and adds reports and failures to the lists. Returns whether all passed. */
export async function runVerifications(
  input: CommandValidationInput,
  verifications: readonly PendingVerification[],
  commands: CommandReport[],
  problems: Problems,
): Promise<boolean> {
  if (verifications.length === 0) return true;
  const due = verifications.filter(({ unmet }) => unmet.length === 0);
  for (const { unmet } of verifications) if (unmet.length > 0 && isStillDue(input, unmet, problems)) return false;
  if (due.length === 0) return checkSyntaxOnly(input, problems);
  for (const { command, timeoutSeconds } of due) {
    reportStage(input, 'verify', command);
    const timeoutMs = timeoutSeconds === undefined ? commandTimeoutMs(input) : timeoutSeconds * 1000;
    const report = await runStageCommand({ ...input, stage: 'verify', command, timeoutMs });
    commands.push(report);
    if (report.passed) continue;
    problems.push({ stage: 'verify', message: describeCommand(report) });
    return false;
  }
  return true;
}

/**
 * [TRUST-2] Whether the verification is due although conditions are false, because the chunk itself broke all of them.
 * Adds a problem for each.
 */
function isStillDue(
  { dueConditions = [] }: CommandValidationInput,
  unmet: readonly Condition[],
  problems: Problems,
): boolean {
  const isDue = (condition: Condition): boolean => dueConditions.includes(condition);
  if (!unmet.every(isDue)) return false;
  for (const { kind, path } of unmet) {
    const cause = kind === 'file_exists' ? `"${path}" is missing. Restore` : `"${path}" exists. Remove`;
    problems.push({ stage: 'verify', message: `The verification is due, but the file ${cause} it.` });
  }
  return true;
}

/** [COMP-EXEMPT] The conditions of the verify command are not met yet: the written code only has to parse. */
async function checkSyntaxOnly(input: CommandValidationInput, problems: Problems): Promise<boolean> {
  const { attempt, services } = input;
  reportStage(input, 'verify', 'verify-exempt: syntax check only');
  const errors = await findPythonErrors({
    attempt,
    changedFiles: await listWrittenFiles(input),
    timeoutMs: commandTimeoutMs(input),
    rules: attemptRules(input),
    signal: services.signal,
  });
  for (const error of errors) problems.push({ stage: 'verify', message: `Syntax error: ${error}` });
  return errors.length === 0;
}
