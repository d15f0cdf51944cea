import type { Command } from 'commander';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import { createFormatOption, parsePositiveInteger, parsePositiveNumber, RECORD_DESCRIPTION } from './base/options.ts';
import type { PlanCompileFlags } from './commands/plan-compile-command.ts';

/** Defines `plan check`, `plan compile` and `plan log`: plans are checked and written before a chunk runs. */
export function definePlanCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const plan = program.command('plan').description('check or write a plan before its chunks run');
  plan
    .command('check')
    .description('check a contract or a manifest against the plan rules; runs nothing, writes nothing')
    .argument('<file>', 'a JSON or YAML file')
    .option('--repo <dir>', 'the folder that the plan starts from (default: the workspace folder)')
    .addOption(createFormatOption())
    .action(async (file: string, flags: { repo?: string; format: OutputFormat }) => {
      const { planCheckCommand } = await import('./commands/plan-check-command.ts');
      await finish(planCheckCommand(context, file, flags));
    });
  plan
    .command('compile')
    .description(
      'write a contract from a text specification with the configured model; only a valid contract is written',
    )
    .argument('<spec>', 'the specification, a text file')
    .option('--out <file>', 'the contract file (default: next to the specification, with the extension .contract.yaml)')
    .option('--model <provider:model>', 'the model, for example openai-compatible:glm-4.6')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--tries <n>', 'the maximum number of answers from the model', parsePositiveInteger, 4)
    .option('--max-cost <usd>', 'the cost limit, in US dollars', parsePositiveNumber)
    .option('--record <file>', RECORD_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (specification: string, flags: PlanCompileFlags) => {
      const { planCompileCommand } = await import('./commands/plan-compile-command.ts');
      await finish(planCompileCommand(context, specification, flags));
    });
  plan
    .command('log')
    .description('list the plans compiled from specifications, newest first, with every try')
    .option('--limit <n>', 'the maximum number of plans', parsePositiveInteger, 20)
    .addOption(createFormatOption())
    .action(async (flags: { limit: number; format: OutputFormat }) => {
      const { planLogCommand } = await import('./commands/plan-log-command.ts');
      await finish(planLogCommand(context, flags));
    });
}
