import type { Command } from 'commander';
import type { AwaitExitCode, CommandContext } from './base/command-context.ts';
import { createFormatOption, parsePositiveInteger } from './base/options.ts';
import type { LandingsFlags, UndoFlags } from './commands/landings-command.ts';

/** Defines `landings` and `undo`. */
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
}
