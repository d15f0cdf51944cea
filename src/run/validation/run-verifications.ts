import type { Condition } from '../../contract/model.ts';
import { verificationsOf, type Verification } from '../../contract/verifications.ts';
import type { CommandReport } from '../report/run-result.ts';
import { attemptRules } from '../services/command-rules.ts';
import { findFailedConditions } from './check-conditions.ts';
import { commandTimeoutMs, reportStage, type CommandValidationInput, type Problems } from './command-validation.ts';
import { toProblem, runStageCommand } from './stage-command.ts';
import { findPythonErrors } from './syntax-check.ts';
import { listWrittenFiles } from './writable-files.ts';

/** A verification with the state of its conditions. */
export interface PendingVerification extends Verification {
  /** The conditions that are false. */
  readonly unmet: readonly Condition[];
  /** Why the verification fails without its command, as sentences. Empty if it runs or is not due. */
  readonly broken: readonly string[];
}

/** The verifications of a contract, with their conditions as the judged tree answers them. */
export async function readVerifications({
  document,
  attempt,
  dueConditions = [],
}: Pick<CommandValidationInput, 'document' | 'attempt' | 'dueConditions'>): Promise<readonly PendingVerification[]> {
  const verifications = verificationsOf(document);
  return Promise.all(
    verifications.map(async (verification) => {
      const unmet = await findFailedConditions(verification.requires, attempt);
      return { ...verification, unmet, broken: describeBroken(unmet, dueConditions) };
    }),
  );
}

/** [TRUST-2] A verification stays due if the chunk itself broke all conditions that are false. */
function describeBroken(unmet: readonly Condition[], dueConditions: readonly Condition[]): readonly string[] {
  if (!unmet.every((condition) => dueConditions.includes(condition))) return [];
  return unmet.map(({ kind, path }) => {
    const cause = kind === 'file_exists' ? `"${path}" is missing. Restore` : `"${path}" exists. Remove`;
    return `The verification is due, but the file ${cause} it.`;
  });
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
  const broken = verifications.find((verification) => verification.broken.length > 0)?.broken ?? [];
  if (broken.length > 0) {
    problems.push(...broken.map((message) => ({ stage: 'verify' as const, message })));
    return false;
  }
  if (due.length === 0) return checkSyntaxOnly(input, problems);
  for (const verification of due) {
    reportStage(input, 'verify', verification.command);
    const report = await runVerification(input, verification);
    commands.push(report);
    if (report.passed) continue;
    problems.push(toProblem(report));
    return false;
  }
  return true;
}

/** Runs the command of one verification. */
export function runVerification(
  input: Pick<CommandValidationInput, 'contract' | 'chunk' | 'attempt' | 'services'>,
  { command, timeoutSeconds }: Verification,
): Promise<CommandReport> {
  const timeoutMs = timeoutSeconds === undefined ? commandTimeoutMs(input) : timeoutSeconds * 1000;
  return runStageCommand({ ...input, stage: 'verify', command, timeoutMs });
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
