import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AmendmentStatus } from '../engine.ts';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import { addContinueOptions, createFormatOption } from './base/options.ts';
import type { AcceptFlags, ProposeFlags } from './commands/amendments-command.ts';

const ID_DESCRIPTION = 'the amendment id, or an unambiguous prefix of it';

/** Defines `amendments`: propose, list, show, accept and reject contract changes. */
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
  amendments
    .command('propose')
    .description('propose that the contract states what the code has, without a model')
    .argument('<contract>', 'the contract file')
    .requiredOption('--chunk <id>', 'the chunk whose asserts fail')
    .option('--requirement <path>', 'only the item of the contract at this path, such as chunks[0].functions[1]')
    .option('--set <path=value>', 'a new value instead of what the code has; can be repeated', collectChange, [])
    .option('--reason <text>', 'why the contract must change (default: what the code has)')
    .addOption(createFormatOption())
    .action(async (contract: string, flags: ProposeFlags) => {
      const { proposeAmendmentCommand } = await import('./commands/amendments-command.ts');
      await finish(proposeAmendmentCommand(context, contract, flags));
    });
  const accept = amendments
    .command('accept')
    .description('write the change to the contract, and run the chunk again if a run led to it')
    .argument('<id>', ID_DESCRIPTION)
    .option('--no-continue', 'do not run the chunk now');
  addContinueOptions(accept).action(async (id: string, flags: AcceptFlags) => {
    const { acceptAmendmentCommand } = await import('./commands/amendments-command.ts');
    await finish(acceptAmendmentCommand(context, id, flags));
  });
  amendments
    .command('reject')
    .description('leave the contract unchanged, and mark the chunk as failed if a run led to it')
    .argument('<id>', ID_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (id: string, flags: { format: OutputFormat }) => {
      const { rejectAmendmentCommand } = await import('./commands/amendments-command.ts');
      await finish(rejectAmendmentCommand(context, id, flags));
    });
}

/** Adds `path=value`. A value that is JSON is read as JSON, any other is text. */
function collectChange(text: string, earlier: ProposeFlags['set']): ProposeFlags['set'] {
  // A quoted key of a path can contain the sign.
  const [, path, value] = /^((?:[^="]|"(?:[^"\\]|\\.)*")+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) throw new InvalidArgumentError('Write it as path=value.');
  return [...earlier, { path: path.trim(), newValue: parseValue(value) }];
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
