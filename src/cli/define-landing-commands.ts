import { Option, type Command } from 'commander';
import type { AwaitExitCode, CommandContext } from './base/command-context.ts';
import { createFormatOption, parseDate, parsePositiveInteger } from './base/options.ts';
import type { AnalyticsFlags } from './commands/analytics-command.ts';
import type { LandingsFlags, UndoFlags } from './commands/landings-command.ts';

/** Defines `landings`, `undo` and `analytics`: what the history says, and the way back. */
export function defineLandingCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  program
    .command('landings')
    .description('list what landed in this folder, newest first')
    .option('--limit <n>', 'the maximum number of landings', parsePositiveInteger, 20)
    .option('--diff <landing>', 'print the change of one landing instead')
    .option('--json', 'the same as --format json')
    .addOption(createFormatOption())
    .action(async (flags: LandingsFlags) => {
      const { landingsCommand } = await import('./commands/landings-command.ts');
      await finish(landingsCommand(context, flags));
    });

  program
    .command('undo')
    .description('take a landing out of the files, by a revert commit if it was committed')
    .argument('[landing]', 'the id of the landing, or its beginning (default: the newest that was not undone)')
    .option('--list', 'list the landings that can be undone')
    .option('--dry-run', 'report what would change, and change nothing')
    .option('--force', 'undo the landing although it breaks other chunks')
    .option('--json', 'the same as --format json')
    .addOption(createFormatOption())
    .action(async (id: string | undefined, flags: UndoFlags) => {
      const { undoCommand } = await import('./commands/landings-command.ts');
      await finish(undoCommand(context, id, flags));
    });

  program
    .command('analytics')
    .description(
      'show which assertions fail most, attempts to pass, cost and time, from the history of this repository',
    )
    .option('--since <date>', 'only runs since this day, such as 2026-11-01', parseDate)
    .option('--contract <file>', 'only runs of this contract')
    .option('--model <provider:model>', 'only runs with this model')
    .addOption(new Option('--csv', 'print one CSV table').conflicts('json'))
    .option('--json', 'the same as --format json')
    .addOption(createFormatOption())
    .action(async (flags: AnalyticsFlags) => {
      const { analyticsCommand } = await import('./commands/analytics-command.ts');
      await finish(analyticsCommand(context, flags));
    });
}
