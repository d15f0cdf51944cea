import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { CommandReport } from '../report/run-result.ts';
import { findFailedConditions } from './check-conditions.ts';
import { type CommandValidationInput, type Problems, commandTimeoutMs, reportStage } from './command-validation.ts';
import { judgeOnly, prepareTree } from './prepare-tree.ts';
import { revertCommandWrites } from './revert-command-writes.ts';
import { runBuild } from './run-build.ts';
import { readVerifications, runVerifications } from './run-verifications.ts';
import { isRefuted, toProblem, runStageCommand } from './stage-command.ts';
import { findModuleErrors } from './syntax-check.ts';
import { listWrittenFiles } from './writable-files.ts';

/** The part of a verdict that conditions, syntax and commands decide. */
export interface CommandVerdict {
  /** Whether syntax, build, verification and acceptance passed. Postconditions count with the asserts. */
  readonly passed: boolean;
  readonly buildPassed: boolean;
  readonly buildOutput: string | undefined;
  /** Every command that ran, in order. */
  readonly commands: readonly CommandReport[];
  readonly problems: Problems;
}

/**
 * Judges one snapshot in the attempt's worktree by its postconditions, the syntax of its modules, and the setup, build,
 * verify and acceptance commands. Commands see the snapshot with the output of setup and build. Conditions see the files of
 * the snapshot alone (DONE-6). The snapshot is restored afterwards.
 */
export async function judgeByCommands(input: CommandValidationInput): Promise<CommandVerdict> {
  const { chunk, attempt, services } = input;
  const problems: Problems = [];
  const commands: CommandReport[] = [...(await prepareTree(input, input.judged))];
  const failedSetup = commands.find(({ passed }) => !passed);
  if (failedSetup !== undefined) problems.push(toProblem(failedSetup));
  if (commands.length > 0) await services.analysis.filesChanged(attempt.root, 'all');
  await judgeOnly(input, input.judged);

  throwIfCancelled(services.signal, `chunk ${chunk.id}`);
  const postconditionsHold = (await findFailedConditions(chunk.postconditions, attempt)).length === 0;
  const syntaxHolds = await checkSyntax(input, problems);
  // Read before the build runs: the build can delete files.
  const verifications = await readVerifications(input);
  const build = failedSetup ?? (await runBuild(input));
  if (build !== undefined && build !== failedSetup) commands.push(build);
  const failedBefore = describeFailureBefore(build, input.baseline);
  if (failedBefore !== undefined) problems.push(failedBefore);
  const buildPassed = build?.passed ?? true;
  let commandsPassed = true;
  if (postconditionsHold && buildPassed) {
    commandsPassed =
      (await runVerifications(input, verifications, commands, problems)) &&
      (await runAcceptance(input, build, commands, problems));
  } else if (postconditionsHold && canAcceptAfterFailedBuild(input, build, failedSetup)) {
    // The verdict is decided: the next attempt learns about both failures at once.
    await runAcceptance(input, build, commands, problems);
  }

  // The syntax check of an exempt chunk may have written compiled files without a command report.
  await revertCommandWrites(input, commands.length > 0 || verifications.length > 0);
  return {
    passed: syntaxHolds && buildPassed && commandsPassed,
    buildPassed,
    buildOutput: build?.output,
    commands,
    problems,
  };
}

/**
 * Whether acceptance commands can show anything after a failed build: the tree was set up, the build ran to
 * its end, and the attempt has time left.
 */
function canAcceptAfterFailedBuild(
  { isTimeOver }: CommandValidationInput,
  build: CommandReport | undefined,
  failedSetup: CommandReport | undefined,
): boolean {
  return failedSetup === undefined && build !== undefined && isRefuted(build) && isTimeOver !== true;
}

/** [ENF-VAL-15] The modules that the chunk wrote must parse, whether or not a command reads them. */
async function checkSyntax(input: CommandValidationInput, problems: Problems): Promise<boolean> {
  const errors = await findModuleErrors({ attempt: input.attempt, changedFiles: await listWrittenFiles(input) });
  for (const error of errors) problems.push({ stage: 'write', message: `Syntax error: ${error}` });
  return errors.length === 0;
}

/**
 * The problem that a failed build failed before the run, too; undefined if it did not.
 * @param baseline the build on the base, if it ran there
 */
export function describeFailureBefore(
  build: CommandReport | undefined,
  baseline: CommandReport | undefined,
): Problems[number] | undefined {
  if (build?.passed !== false || baseline?.passed !== false) return undefined;
  // A failed setup takes the place of the build.
  if (build.stage !== 'build' || build.command !== baseline.command) return undefined;
  return { stage: 'build', message: 'The build was already failing before this run. It must pass after your changes.' };
}

/**
 * Runs all acceptance commands, and adds their reports and failures to the lists. Returns whether all passed.
 * @param build the build that ran before, if there is one. After a failed build, failures are marked as possible
 * consequences of it.
 */
async function runAcceptance(
  input: CommandValidationInput,
  build: CommandReport | undefined,
  commands: CommandReport[],
  problems: Problems,
): Promise<boolean> {
  const afterFailedBuild = build?.passed === false ? true : undefined;
  let passed = true;
  for (const command of acceptanceCommandsOf(input.chunk)) {
    reportStage(input, 'acceptance', command);
    const timeoutMs = commandTimeoutMs(input);
    const report = await runStageCommand({ ...input, stage: 'acceptance', command, timeoutMs, afterFailedBuild });
    commands.push(report);
    if (!report.passed) problems.push(toProblem(report));
    passed &&= report.passed;
  }
  return passed;
}
