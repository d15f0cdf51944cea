import { Argument, type Command } from 'commander';
import type { AwaitExitCode, CommandContext } from '../base/command-context.ts';

/** Defines `action`, the steps of the action of GitHub. It is not listed: action.yml calls it with its variables. */
export function defineActionCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const action = program.command('action', { hidden: true }).description('the steps of the action of GitHub');
  action
    .command('check')
    .description('judge the change of the event')
    .action(async () => {
      const { checkEventCommand } = await import('../action/check-event-command.ts');
      await finish(checkEventCommand(context));
    });
  action
    .command('comment')
    .description('write the report on the pull request of the event')
    .addArgument(new Argument('<folder>', 'the folder with the reports of the check'))
    .action(async (folder: string) => {
      const { commentEventCommand } = await import('./comment-event-command.ts');
      await finish(commentEventCommand(context, folder));
    });
}
