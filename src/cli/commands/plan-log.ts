import type { CommandContext, CommandResult, OutputFormat } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { printTry } from '../render/plan-tries.ts';
import { workspaceFolderOf } from '../workspace-folder.ts';

/** `holdfast plan log`: the plans that were made in this repository, and what was wrong with each try. */
export async function planLogCommand(
  context: CommandContext,
  flags: { readonly limit: number; readonly format: OutputFormat },
): CommandResult {
  const { terminal } = context;
  const engine = await context.openEngine(workspaceFolderOf('.', context.workingDirectory));
  const compilations = await engine.planCompilations(flags.limit);
  if (flags.format === 'json') {
    terminal.result(JSON.stringify({ compilations }, null, 2));
    return ExitCode.ok;
  }
  if (compilations.length === 0) terminal.result('No plan has been made here yet.');
  for (const { createdAt, specification, model, status, tries } of compilations) {
    const mark = terminal.style(status === 'valid' ? 'green' : 'red', status);
    terminal.result(`${createdAt} ${mark} ${specification} ${terminal.style('dim', model)}`);
    for (const one of tries) printTry((line) => terminal.result(`  ${line}`), one);
  }
  return ExitCode.ok;
}
