import type { RunSummary } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { formatCost } from '../render/run-report.ts';

export interface HistoryFlags {
  readonly limit: number;
  readonly format: OutputFormat;
}

/** `holdfast history`: lists the runs of this repository, newest first, each with the hash of its contract text. */
export async function historyCommand(context: CommandContext, flags: HistoryFlags): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const runs = await engine.history.list(flags.limit);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ runs }, null, 2));
    return ExitCode.ok;
  }
  if (runs.length === 0) terminal.result('No runs in this repository.');
  for (const run of runs) {
    const revision = run.revision === null ? '' : ` at ${run.revision.slice(0, 12)}`;
    const columns = [
      run.startedAt,
      run.status.padEnd(9),
      `${run.contract} · ${run.chunk}`,
      `attempts: ${run.attempts}`,
      `${run.inputTokens}+${run.outputTokens} tokens, ${formatCost(run.costUsd)}${formatPurposes(run)}`,
      run.model,
      `contract ${run.contractHash.slice(0, 12)}${revision}`,
    ];
    terminal.result(columns.join('  '));
  }
  return ExitCode.ok;
}

/** The calls of each purpose, if there is more than one. */
function formatPurposes({ byPurpose }: RunSummary): string {
  if (byPurpose.length < 2) return '';
  return ` (${byPurpose.map(({ purpose, calls, costUsd }) => `${purpose}: ${formatCount(calls, 'call')}, ${formatCost(costUsd)}`).join('; ')})`;
}
