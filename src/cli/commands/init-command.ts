import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

export interface InitFlags {
  readonly package: string;
  readonly force?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast init --actions`: writes the workflow that performs the steps of items on GitHub's runners. */
export async function initCommand(
  { terminal, workingDirectory, openEngine }: CommandContext,
  flags: InitFlags,
): CommandResult {
  const engine = await openEngine(findWorkspaceFolder('.', workingDirectory));
  const written = await engine.initActions({ packageSpec: flags.package, overwrite: flags.force });
  if (flags.format === 'json') {
    terminal.result(JSON.stringify(written, null, 2));
    return ExitCode.ok;
  }
  terminal.result(`${written.file}: ${written.outcome}`);
  if (written.outcome !== 'unchanged') {
    terminal.result(
      'Next: commit the file to the default branch, and add the secret HOLDFAST_API_KEY to the repository.',
    );
    terminal.result('"holdfast doctor" lists what else the repository needs.');
  }
  return ExitCode.ok;
}
