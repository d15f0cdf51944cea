import { Option, type Command } from 'commander';
import type { AmendmentStatus } from '../engine.ts';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import { addContinueOptions, createFormatOption } from './base/options.ts';
import type { AcceptFlags } from './commands/amendments-command.ts';

const ID_DESCRIPTION = 'the amendment id, or an unambiguous prefix of it';

/** Defines `amendments`: list, show, accept and reject proposed contract changes. */
export function defineAmendmentCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const amendments = program.command('amendments').description('review proposed contract changes');
  amendments
    .command('list')
    .description('list proposed changes, newest first')
    .addOption(
      new Option('--status <status>', 'only amendments with this status').choices([
        'pending',
        'accepted',
        'rejected',
        'dropped',
        'superseded',
      ]),
    )
    .addOption(createFormatOption())
    .action(async (flags: { status?: AmendmentStatus; format: OutputFormat }) => {
      const { listAmendmentsCommand } = await import('./commands/amendments-command.ts');
      await finish(listAmendmentsCommand(context, flags));
    });
  amendments
    .command('show')
    .description('show a proposed change, its reason and the chunks and code that it affects')
    .argument('<id>', ID_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (id: string, flags: { format: OutputFormat }) => {
      const { showAmendmentCommand } = await import('./commands/amendments-command.ts');
      await finish(showAmendmentCommand(context, id, flags));
    });
  const accept = amendments
    .command('accept')
    .description('write the change to the contract and run the chunk again')
    .argument('<id>', ID_DESCRIPTION)
    .option('--no-continue', 'do not run the chunk now');
  addContinueOptions(accept).action(async (id: string, flags: AcceptFlags) => {
    const { acceptAmendmentCommand } = await import('./commands/amendments-command.ts');
    await finish(acceptAmendmentCommand(context, id, flags));
  });
  amendments
    .command('reject')
    .description('leave the contract unchanged and mark the chunk as failed')
    .argument('<id>', ID_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (id: string, flags: { format: OutputFormat }) => {
      const { rejectAmendmentCommand } = await import('./commands/amendments-command.ts');
      await finish(rejectAmendmentCommand(context, id, flags));
    });
}
