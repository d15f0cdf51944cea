import { Argument, type Command } from 'commander';
import type { GateChoice } from '../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from './command-context.ts';
import type { ChooseFlags } from './commands/choices.ts';
import { addContinueOptions, formatOption } from './option-types.ts';

/** What may be chosen where blocking gates have used up their attempts. */
export const GATE_CHOICES: readonly GateChoice[] = ['retry', 'skip', 'abort'];

/** `choices` and `choose`: runs that stopped because of their gates, and how they go on. */
export function addChoiceCommands(
  program: Command,
  context: CommandContext,
  finish: (result: CommandResult) => Promise<void>,
): void {
  program
    .command('choices')
    .description('list the runs whose gates have used up their attempts and that wait for a choice')
    .addArgument(new Argument('[action]', 'what to do with them').choices(['list']))
    .addOption(formatOption())
    .action(async (_action: string | undefined, flags: { format: OutputFormat }) => {
      const { choicesCommand } = await import('./commands/choices.ts');
      await finish(choicesCommand(context, flags));
    });
  const choose = program
    .command('choose')
    .description('go on with a run that waits: try again, land it in spite of its gates, or end it')
    .argument('<run>', 'its id, or the beginning of it')
    .addArgument(new Argument('<choice>', 'how it goes on').choices(GATE_CHOICES))
    .option('--instruction <text>', 'what the next attempt is told, where it is retried');
  addContinueOptions(choose).action(async (run: string, choice: GateChoice, flags: ChooseFlags) => {
    const { chooseCommand } = await import('./commands/choices.ts');
    await finish(chooseCommand(context, run, choice, flags));
  });
}
