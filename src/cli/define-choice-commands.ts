import { Argument, type Command } from 'commander';
import type { GateChoice, PersonVerdict } from '../engine.ts';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import { addContinueOptions, createFormatOption } from './base/options.ts';
import type { ChooseFlags } from './commands/choices-command.ts';

/** The choices for a run whose blocking gates have used all attempts. */
export const GATE_CHOICES: readonly GateChoice[] = ['retry', 'skip', 'abort'];

/** The choices, and the verdicts on gates that a person judges. */
const ANSWERS: readonly (GateChoice | PersonVerdict)[] = [...GATE_CHOICES, 'pass', 'fail'];

/** Defines `choices` and `choose`: list the runs that stopped at their gates, and continue one of them. */
export function defineChoiceCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  program
    .command('choices')
    .description('list the runs that wait for a choice: their gates have used all attempts, or a person judges them')
    .addArgument(new Argument('[action]', 'the action').choices(['list']))
    .addOption(createFormatOption())
    .action(async (_action: string | undefined, flags: { format: OutputFormat }) => {
      const { choicesCommand } = await import('./commands/choices-command.ts');
      await finish(choicesCommand(context, flags));
    });
  const choose = program
    .command('choose')
    .description(
      'continue a waiting run: retry it, skip its gates, abort it, or answer pass or fail as the judge of its gates',
    )
    .argument('<run>', 'the run id, or an unambiguous prefix of it')
    .addArgument(new Argument('<choice>', 'the choice').choices(ANSWERS))
    .option('--instruction <text>', 'an instruction for the next attempt, with retry')
    .option('--reason <text>', 'why, with pass or fail')
    .option('--gate <id>', 'the gate to judge, with pass or fail (default: every waiting gate)');
  addContinueOptions(choose).action(async (run: string, choice: GateChoice | PersonVerdict, flags: ChooseFlags) => {
    const { chooseCommand } = await import('./commands/choices-command.ts');
    await finish(chooseCommand(context, run, choice, flags));
  });
}
