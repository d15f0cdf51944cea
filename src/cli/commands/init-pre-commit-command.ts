import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import type { InitFlags } from './init-command.ts';

/** `holdfast init --pre-commit`: adds the check of the staged change to the pre-commit hook, or removes it. */
export async function initPreCommitCommand(
  { terminal, workingDirectory, openEngine, signal }: CommandContext,
  { program, remove, format }: InitFlags,
): CommandResult {
  const engine = await openEngine(findWorkspaceFolder('.', workingDirectory));
  const written = await engine.setup.writeCommitHook({ program, remove, signal });
  if (format === 'json') {
    terminal.result(JSON.stringify(written, null, 2));
    return ExitCode.ok;
  }
  const { outcome, file, hint } = written;
  if (outcome === 'manager') terminal.result(hint ?? '');
  else terminal.result(`${file ?? ''}: ${outcome}`);
  return ExitCode.ok;
}
