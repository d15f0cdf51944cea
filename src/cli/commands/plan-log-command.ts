import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printTry } from '../render/plan-tries-report.ts';

/** `holdfast plan log`: lists the plans compiled in this repository, with the errors of every try. */
export async function planLogCommand(
  context: CommandContext,
  flags: { readonly limit: number; readonly format: OutputFormat },
): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const compilations = await engine.plans.listCompilations(flags.limit);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ compilations }, null, 2));
    return ExitCode.ok;
  }
  if (compilations.length === 0) terminal.result('No compiled plans in this repository.');
  for (const { createdAt, specification, model, status, tries } of compilations) {
    const mark = terminal.style(status === 'valid' ? 'green' : 'red', status);
    terminal.result(`${createdAt} ${mark} ${specification} ${terminal.style('dim', model)}`);
    for (const planTry of tries) printTry((line) => terminal.result(`  ${line}`), planTry);
  }
  return ExitCode.ok;
}
