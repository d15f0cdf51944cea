import type { CommandReport } from '../report/run-result.ts';
import { commandTimeoutMs, reportStage, type CommandValidationInput, type Problems } from './command-validation.ts';
import { runStageCommand, toProblem } from './stage-command.ts';

/**
 * Runs all acceptance commands, and adds their reports and failures to the lists. Returns whether all passed.
 * @param build the build that ran before, if there is one. After a failed build, failures are marked as possible
 * consequences of it.
 */
export async function runAcceptance(
  input: CommandValidationInput,
  build: CommandReport | undefined,
  commands: CommandReport[],
  problems: Problems,
): Promise<boolean> {
  const afterFailedBuild = build?.passed === false ? true : undefined;
  let passed = true;
  for (const command of input.chunk.acceptanceCommands) {
    reportStage(input, 'acceptance', command);
    const timeoutMs = commandTimeoutMs(input);
    const report = await runStageCommand({ ...input, stage: 'acceptance', command, timeoutMs, afterFailedBuild });
    commands.push(report);
    if (!report.passed) problems.push(toProblem(report));
    passed &&= report.passed;
  }
  return passed;
}
