import { Argument, type Command } from 'commander';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import { createFormatOption, parsePositiveNumber } from './base/options.ts';
import type { DomainTestFlags } from './commands/domain-test-command.ts';

/** Defines `domain list`, `domain test` and `domain serve`: the services that understand kinds of artifacts. */
export function defineDomainCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const domain = program
    .command('domain')
    .description('list, test or serve domain services')
    // The options of a tested service belong to it.
    .enablePositionalOptions();
  domain
    .command('list')
    .description('start the declared domain services and show what each says about itself')
    .addOption(createFormatOption())
    .action(async (flags: { format: OutputFormat }) => {
      const { domainListCommand } = await import('./commands/domain-list-command.ts');
      await finish(domainListCommand(context, flags));
    });
  domain
    .command('test')
    .description('examine whether a program is a domain service that follows the protocol; options come first')
    .argument('<command...>', 'the program and its arguments, or one text with both')
    .option('--root <dir>', 'the folder that the requests are about (default: the workspace folder)')
    .option('--timeout <seconds>', 'the time limit of each request', parsePositiveNumber, 60)
    .addOption(createFormatOption())
    .passThroughOptions()
    .action(async (command: string[], flags: DomainTestFlags) => {
      const { domainTestCommand } = await import('./commands/domain-test-command.ts');
      await finish(domainTestCommand(context, command, flags));
    });
  domain
    .command('serve')
    .description('serve a built-in domain service on standard input and output')
    .addArgument(new Argument('<service>', 'the service').choices(['typescript']))
    .action(async (service: 'typescript') => {
      const { domainServeCommand } = await import('./commands/domain-serve-command.ts');
      await finish(domainServeCommand(context, service));
    });
}
