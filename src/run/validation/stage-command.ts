import type { Chunk } from '../../contract/model.ts';
import { messageOf } from '../../shared/errors.ts';
import { runCommand } from '../../workspace/processes/run-command.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { CommandReport } from '../report/run-result.ts';
import { commandRulesOf } from '../services/command-rules.ts';
import type { RunServices } from '../services/run-services.ts';

export interface StageCommand {
  readonly stage: CommandReport['stage'];
  readonly command: string;
  readonly timeoutMs: number;
  readonly chunk: Chunk;
  readonly attempt: Pick<AttemptWorktree, 'root'>;
  readonly services: Pick<RunServices, 'configuration' | 'report' | 'signal'>;
}

/** Runs a command of the contract in the attempt's worktree, without a shell, and reports how it ended. */
export async function runStageCommand(input: StageCommand): Promise<CommandReport> {
  const report = await execute(input);
  input.services.report({ type: 'command', chunk: input.chunk.id, report });
  return report;
}

/** Failures to start and timeouts become part of the report. Throws only on cancellation. */
async function execute({ stage, command, timeoutMs, attempt, services }: StageCommand): Promise<CommandReport> {
  const { signal } = services;
  try {
    const outcome = await runCommand({
      command,
      cwd: attempt.root,
      timeoutMs,
      rules: commandRulesOf(services),
      signal,
    });
    const error = outcome.startError ?? (outcome.timedOut ? formatTimeout(timeoutMs) : undefined);
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
    if (signal.aborted) throw thrown;
    return { stage, command, passed: false, output: '', durationMs: 0, error: messageOf(thrown) };
  }
}

function formatTimeout(timeoutMs: number): string {
  return `It was stopped after ${Math.round(timeoutMs / 1000)} s.`;
}

/** How a command ended, in one line for problems and prompts. */
export function describeCommand({ stage, command, exitCode, error }: CommandReport): string {
  if (error !== undefined) return `${stage} command "${command}" has no result: ${error}`;
  return `${stage} command "${command}" exited with ${exitCode ?? 'no code'}`;
}
