import { writeWorkflow } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

export interface InitActionsFlags {
  /** What npm installs in the workflow to get the program. */
  readonly package?: string;
  readonly force?: boolean;
  readonly format: OutputFormat;
}

/** `holdfast init --actions`: writes the workflow that performs the steps of items on GitHub's runners. */
export async function initActionsCommand(
  { terminal, workingDirectory, openEngine }: CommandContext,
  flags: InitActionsFlags,
): CommandResult {
  if (flags.package === undefined) {
    throw new HoldfastError('configuration', 'Failed to write the workflow: --package is missing', {
      hint: 'Set --package to what npm installs in the workflow to get the program holdfast: a package or a URL.',
    });
  }
  const engine = await openEngine(findWorkspaceFolder('.', workingDirectory));
  const written = await writeWorkflow(engine, { packageSpec: flags.package, overwrite: flags.force });
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
