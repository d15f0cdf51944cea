import { keyVariables } from '../models/providers/table.ts';
import { messageOf } from '../shared/errors.ts';
import { runCommand } from '../workspace/processes.ts';
import type { CommandReport } from './result.ts';

export interface StageCommand {
  readonly stage: CommandReport['stage'];
  readonly command: string;
  /** Absolute path of the folder to run in. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs a command of the contract, without a shell; whatever happens to it ends up in the report. */
export async function runStageCommand(input: StageCommand): Promise<CommandReport> {
  const { stage, command } = input;
  try {
    const outcome = await runCommand({
      command,
      cwd: input.cwd,
      timeoutMs: input.timeoutMs,
      withhold: keyVariables,
      signal: input.signal,
    });
    const error = outcome.startError ?? (outcome.timedOut ? timeoutMessage(input.timeoutMs) : undefined);
    return {
      stage,
      command,
      passed: outcome.exitCode === 0 && error === undefined,
      exitCode: outcome.exitCode,
      output: outcome.output,
      durationMs: outcome.durationMs,
      error,
    };
  } catch (thrown) {
    if (input.signal.aborted) throw thrown;
    return { stage, command, passed: false, output: '', durationMs: 0, error: messageOf(thrown) };
  }
}

function timeoutMessage(timeoutMs: number): string {
  return `It took longer than ${Math.round(timeoutMs / 1000)} s and was stopped.`;
}

/** One line that says how a command ended, for problems and prompts. */
export function describeCommand(report: CommandReport): string {
  if (report.error !== undefined)
    return `${report.stage} command "${report.command}" could not be judged: ${report.error}`;
  return `${report.stage} command "${report.command}" exited with ${report.exitCode ?? 'no code'}`;
}
