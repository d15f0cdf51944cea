import { Option, type Command } from 'commander';
import type { AwaitExitCode, CommandContext, OutputFormat } from './base/command-context.ts';
import { createFormatOption } from './base/options.ts';
import type { AcceptResultFlags } from './commands/results-command.ts';

const RUN_DESCRIPTION = 'the run id, or an unambiguous prefix of it';

/** Defines `results`: list, show, accept and discard the results that wait for review. */
export function defineResultCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const results = program.command('results').description('review results that have passed and wait to land');
  results
    .command('list')
    .description('list the results that wait for review, oldest first')
    .addOption(createFormatOption())
    .action(async (flags: { format: OutputFormat }) => {
      const { listResultsCommand } = await import('./commands/results-command.ts');
      await finish(listResultsCommand(context, flags));
    });
  results
    .command('show')
    .description('show the changes of a result, numbered within each file')
    .argument('<run>', RUN_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (run: string, flags: { format: OutputFormat }) => {
      const { showResultCommand } = await import('./commands/results-command.ts');
      await finish(showResultCommand(context, run, flags));
    });
  results
    .command('accept')
    .description('check a result or a part of it, and land it')
    .argument('<run>', RUN_DESCRIPTION)
    .option(
      '--only <change...>',
      'land only these changes: <path>, or <path>:<number> (default: every change that is not rejected)',
    )
    .option('--no-commit', 'write the files and make no commit')
    .option('--any-branch', 'commit to the current branch, also if the run started on another one')
    .addOption(new Option('--apply', 'write the changes without a check, a commit and a record').conflicts('commit'))
    .option('--close', 'end the review afterwards (with --apply)')
    .addOption(createFormatOption())
    .action(async (run: string, flags: AcceptResultFlags) => {
      const { acceptResultCommand } = await import('./commands/results-command.ts');
      await finish(acceptResultCommand(context, run, flags));
    });
  results
    .command('discard')
    .description('discard a result; your files stay unchanged')
    .argument('<run>', RUN_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (run: string, flags: { format: OutputFormat }) => {
      const { discardResultCommand } = await import('./commands/results-command.ts');
      await finish(discardResultCommand(context, run, flags));
    });
}
