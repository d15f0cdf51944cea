import { InvalidArgumentError, type Command } from 'commander';
import type { AwaitExitCode, CommandContext } from './base/command-context.ts';
import { createFormatOption, parsePositiveInteger, RECORD_DESCRIPTION } from './base/options.ts';
import type { ScenarioRunFlags, ScenarioFlags } from './commands/scenarios-command.ts';

/** Defines `scenarios run`, `scenarios list` and `scenarios check`. */
export function defineScenarioCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const scenarios = program.command('scenarios').description('run scenarios against the current files, or check them');
  scenarios
    .command('run')
    .description('run scenarios in worktrees of the current tree, and score them')
    .argument('[ids...]', 'ids of scenarios (default: all)')
    .option('--covers <interface>', 'only scenarios that cover this interface; can be repeated', collect)
    .option('--trajectories <n>', 'the number of trajectories of each scenario', parsePositiveInteger)
    .option('--threshold <share>', 'the satisfied share that passes (default: 0.95)', parseShare)
    .option(
      '--jobs <n>',
      'the maximum number of trajectories that run in parallel (default: the configured number, or 1)',
      parsePositiveInteger,
    )
    .option('--model <provider:model>', 'the model that judges')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--record <file>', RECORD_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (ids: string[], flags: ScenarioRunFlags) => {
      const { runScenariosCommand } = await import('./commands/scenarios-command.ts');
      await finish(runScenariosCommand(context, ids, flags));
    });
  scenarios
    .command('list')
    .description('list the scenarios and twins')
    .addOption(createFormatOption())
    .action(async (flags: ScenarioFlags) => {
      const { listScenariosCommand } = await import('./commands/scenarios-command.ts');
      await finish(listScenariosCommand(context, flags));
    });
  scenarios
    .command('check')
    .description('check the files of scenarios and twins; runs nothing, writes nothing')
    .addOption(createFormatOption())
    .action(async (flags: ScenarioFlags) => {
      const { checkScenariosCommand } = await import('./commands/scenarios-command.ts');
      await finish(checkScenariosCommand(context, flags));
    });
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function parseShare(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return value;
}
