import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

/** `holdfast domain serve <service>`: answers requests until standard input ends. */
export async function domainServeCommand(context: CommandContext, service: 'typescript'): CommandResult {
  const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
  const { signal } = context;
  await engine.domains.serve({ service, input: process.stdin, output: process.stdout, signal });
  return ExitCode.ok;
}
