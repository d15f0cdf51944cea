import type { Command } from 'commander';
import type { AwaitExitCode, CommandContext, OutputFormat } from './base/command-context.ts';
import { createFormatOption } from './base/options.ts';
import type { CheckInterfacesFlags } from './commands/interfaces-command.ts';

/** Defines `interfaces check` and `interfaces list`: the interface definitions of a repository. */
export function defineInterfaceCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const interfaces = program.command('interfaces').description('check or list the definitions in .holdfast/interfaces');
  interfaces
    .command('check')
    .description('check the definitions, and compare the values that the declared domain services extract')
    .option('--no-services', 'check the definitions only, and start no service')
    .addOption(createFormatOption())
    .action(async (flags: CheckInterfacesFlags) => {
      const { checkInterfacesCommand } = await import('./commands/interfaces-command.ts');
      await finish(checkInterfacesCommand(context, flags));
    });
  interfaces
    .command('list')
    .description('list the interfaces with their versions, owners, parameters and constraints')
    .addOption(createFormatOption())
    .action(async (flags: { format: OutputFormat }) => {
      const { listInterfacesCommand } = await import('./commands/interfaces-command.ts');
      await finish(listInterfacesCommand(context, flags));
    });
}
