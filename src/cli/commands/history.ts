import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { workspaceFolderOf } from '../workspace-folder.ts';

export interface HistoryFlags {
  readonly limit: number;
  readonly format: OutputFormat;
}

/** `holdfast history`: the runs of this repository, newest first, with the contract text each was held to. */
export async function historyCommand(context: CommandContext, flags: HistoryFlags): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(workspaceFolderOf('.', context.workingDirectory));
  const runs = await engine.history(flags.limit);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ runs }, null, 2));
    return ExitCode.ok;
  }
  if (runs.length === 0) terminal.result('No run has been recorded in this repository yet.');
  for (const run of runs) {
    const cost = run.costUsd === null ? 'cost unknown' : `$${run.costUsd.toFixed(4)}`;
    terminal.result(
      `${run.startedAt}  ${run.status.padEnd(9)}  ${run.contract} · ${run.chunk}  attempts: ${run.attempts}  ${run.inputTokens}+${run.outputTokens} tokens, ${cost}  ${run.model}  contract ${run.contractHash.slice(0, 12)}${run.revision === null ? '' : ` at ${run.revision.slice(0, 12)}`}`,
    );
  }
  return ExitCode.ok;
}
