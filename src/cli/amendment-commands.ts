import { Option, type Command } from 'commander';
import type { AmendmentStatus } from '../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from './command-context.ts';
import type { AcceptFlags } from './commands/amendments.ts';
import { addContinueOptions, formatOption } from './option-types.ts';

/** `amendments`: proposed changes of contracts, which a person decides on. */
export function addAmendmentCommands(
  program: Command,
  context: CommandContext,
  finish: (result: CommandResult) => Promise<void>,
): void {
  const amendments = program.command('amendments').description('decide on proposed changes of contracts');
  amendments
    .command('list')
    .description('list proposed changes, newest first')
    .addOption(
      new Option('--status <status>', 'only these').choices([
        'pending',
        'accepted',
        'rejected',
        'dropped',
        'superseded',
      ]),
    )
    .addOption(formatOption())
    .action(async (flags: { status?: AmendmentStatus; format: OutputFormat }) => {
      const { listAmendmentsCommand } = await import('./commands/amendments.ts');
      await finish(listAmendmentsCommand(context, flags));
    });
  amendments
    .command('show')
    .description('show why a change is proposed, the change itself, and whom it concerns')
    .argument('<id>', 'its id, or the beginning of it')
    .addOption(formatOption())
    .action(async (id: string, flags: { format: OutputFormat }) => {
      const { showAmendmentCommand } = await import('./commands/amendments.ts');
      await finish(showAmendmentCommand(context, id, flags));
    });
  const accept = amendments
    .command('accept')
    .description('write the change into the contract, and run the chunk again')
    .argument('<id>', 'its id, or the beginning of it')
    .option('--no-continue', 'do not run the chunk now');
  addContinueOptions(accept).action(async (id: string, flags: AcceptFlags) => {
    const { acceptAmendmentCommand } = await import('./commands/amendments.ts');
    await finish(acceptAmendmentCommand(context, id, flags));
  });
  amendments
    .command('reject')
    .description('leave the contract as it is; the chunk has failed')
    .argument('<id>', 'its id, or the beginning of it')
    .addOption(formatOption())
    .action(async (id: string, flags: { format: OutputFormat }) => {
      const { rejectAmendmentCommand } = await import('./commands/amendments.ts');
      await finish(rejectAmendmentCommand(context, id, flags));
    });
}
