import { formatAnalyticsCsv, type AnalyticsReport } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printAnalytics } from '../render/analytics-report.ts';

export interface AnalyticsFlags {
  readonly since?: string;
  readonly contract?: string;
  readonly model?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast analytics`: how the runs of this repository went and what they cost, from the history only. */
export async function analyticsCommand(context: CommandContext, flags: AnalyticsFlags): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const { since, contract, model } = flags;
  const report: AnalyticsReport = await engine.history.analytics({ since, contract, model });
  if (flags.csv === true) terminal.result(formatAnalyticsCsv(report).trimEnd());
  else if (flags.json === true || flags.format === 'json') terminal.result(JSON.stringify(report, null, 2));
  else printAnalytics(terminal, report);
  return ExitCode.ok;
}
