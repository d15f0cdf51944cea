import type { Chunk, Contract } from '../../contract/model.ts';
import { messageOf } from '../../foundation/errors.ts';
import { prepareReports } from '../../verdicts/test-runners/reports/report-programs.ts';
import type { ConfinementRules } from '../../workspace/confinement/confinement-rules.ts';
import { subprocessEnvironment } from '../../workspace/environment/subprocess-environment.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import { runCommand, type CommandOptions } from '../../workspace/processes/run-command.ts';
import { findLastError } from '../../workspace/processes/last-error.ts';
import { describeWithheld } from '../../workspace/processes/withheld.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { ChunkValidationResult, CommandReport } from '../report/run-result.ts';
import { attemptRules } from '../services/command-rules.ts';
import type { RunServices } from '../services/run-services.ts';
import type { SharedCommands } from './shared-commands.ts';
import { toWorkspacePaths } from './workspace-paths.ts';

export interface StageCommand {
  readonly stage: CommandReport['stage'];
  readonly command: string;
  readonly timeoutMs: number;
  /** Whether the build has failed before. */
  readonly afterFailedBuild?: true | undefined;
  /** A folder that the command may write, and in which its test runners write reports. Default: they write none. */
  readonly reportsIn?: string | undefined;
  /** The commands that other chunks run on the same tree. */
  readonly shared?: SharedCommands | undefined;
  readonly chunk: Chunk;
  readonly contract: Pick<Contract, 'network'>;
  readonly attempt: Pick<AttemptWorktree, 'root' | 'topLevel' | 'view' | 'privateFolder' | 'hiddenTexts'>;
  readonly services: Pick<RunServices, 'configuration' | 'repository' | 'report' | 'signal'>;
}

/** Runs a command of the contract in the attempt's worktree, without a shell, and reports how it ended. */
export async function runStageCommand(input: StageCommand): Promise<CommandReport> {
  const run = (): Promise<CommandReport> => execute(input);
  const ended = await (input.shared === undefined ? run() : input.shared.run(input, run));
  const report = { ...ended, afterFailedBuild: input.afterFailedBuild };
  input.services.report({ type: 'command', chunk: input.chunk.id, report });
  return report;
}

/** Failures to start and timeouts become part of the report. Throws only on cancellation. */
async function execute(input: StageCommand): Promise<CommandReport> {
  const { stage, command, timeoutMs, attempt, services } = input;
  const { signal } = services;
  try {
    const rules = attemptRules(input);
    const outcome = await runCommand({
      command,
      cwd: attempt.root,
      timeoutMs,
      ...(input.reportsIn === undefined ? { rules } : await withReports(rules, input.reportsIn)),
      signal,
    });
    const { withheld } = outcome;
    const error = outcome.startError ?? (outcome.timedOut ? formatTimeout(timeoutMs) : undefined);
    const passed = outcome.exitCode === 0 && error === undefined;
    const lastError = passed ? undefined : findLastError(outcome);
    return {
      stage,
      command,
      passed,
      exitCode: outcome.exitCode,
      output: toWorkspacePaths(outcome.output, attempt.root),
      durationMs: outcome.durationMs,
      error,
      lastError: lastError === undefined ? undefined : toWorkspacePaths(lastError, attempt.root),
      withheld: withheld === undefined ? undefined : describeWithheld(withheld),
      ...(withheld === undefined || withheld.paths.length === 0 ? {} : { unseenPaths: withheld.paths }),
    };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return { stage, command, passed: false, output: '', durationMs: 0, error: messageOf(thrown) };
  }
}

/** The rules and variables with which the test runners of a command write reports into a folder. */
export async function withReports(
  rules: CommandRules,
  folder: string,
): Promise<Pick<CommandOptions, 'rules' | 'variables'>> {
  const { confinement, passedVariables, variables } = rules;
  const environment = { ...subprocessEnvironment(passedVariables), ...variables };
  return {
    rules: confinement === undefined ? rules : { ...rules, confinement: openFolder(confinement, folder) },
    variables: await prepareReports(folder, environment),
  };
}

function openFolder(confinement: ConfinementRules, folder: string): ConfinementRules {
  return { ...confinement, write: [...confinement.write, folder] };
}

function describeCircumstance({ afterFailedBuild, failsOnBase }: CommandReport): string {
  if (afterFailedBuild === true) return ' (run after the failed build)';
  return failsOnBase === true ? ' (it fails in the same way without the change)' : '';
}

function formatTimeout(timeoutMs: number): string {
  return `It was stopped after ${Math.round(timeoutMs / 1000)} s.`;
}

/** Whether a command ran to its end and failed. A command that was stopped or did not start has no such result. */
export function isRefuted({ passed, exitCode, error }: CommandReport): boolean {
  return !passed && exitCode !== undefined && error === undefined;
}

type Problem = ChunkValidationResult['problems'][number];

/** The problem that a failed command is. The setup is a part of the build. */
export function toProblem(report: CommandReport): Problem {
  const stage = report.stage === 'setup' ? 'build' : report.stage;
  return { stage, message: describeCommand(report), command: report.command };
}

/** How a command ended and the last error that it printed, for problems and reasons. */
export function describeCommand(report: CommandReport): string {
  const { stage, command, exitCode, error, lastError, withheld } = report;
  const ownError = lastError === undefined ? '' : `: ${lastError}`;
  const suffix = withheld === undefined ? ownError : `${ownError}. ${withheld}`;
  const circumstance = describeCircumstance(report);
  if (error !== undefined) {
    // The reason is a sentence, so what follows it needs no other full stop.
    return `${stage} command "${command}"${circumstance} has no result: ${error.replace(/\.$/, '')}${suffix === '' ? '.' : suffix}`;
  }
  return `${stage} command "${command}"${circumstance} exited with ${exitCode ?? 'no code'}${suffix}`;
}
