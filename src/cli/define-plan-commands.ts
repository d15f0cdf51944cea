import { Option, type Command } from 'commander';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import { createFormatOption, parsePositiveInteger, parsePositiveNumber, RECORD_DESCRIPTION } from './base/options.ts';
import type { PlanCheckFlags } from './commands/plan-check-command.ts';
import type { PlanSyncFlags } from './commands/plan-sync-command.ts';
import type { TraceFlags } from './commands/trace-command.ts';
import type { PlanCompileFlags } from './commands/plan-compile-command.ts';

/** Defines `plan check`, `plan sync`, `plan compile`, `plan log` and `trace`: plans are checked and written before a chunk runs. */
export function definePlanCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const plan = program.command('plan').description('check or write a plan before its chunks run');
  plan
    .command('check')
    .description('check a contract, a manifest or a plan of another tool before it runs; runs nothing, writes nothing')
    .argument('<file>', 'a JSON or YAML file, or the Markdown of another tool')
    .option('--repo <dir>', 'the folder that the plan starts from (default: the workspace folder)')
    .option('--review', 'let the configured model review the acceptance commands of a valid plan')
    .option('--spec <file>', 'the specification of the plan, for --review')
    .option('--model <provider:model>', 'the model, for --review')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint, for --review')
    .option('--max-cost <usd>', 'the cost limit of --review, in US dollars', parsePositiveNumber)
    .option('--record <file>', RECORD_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (file: string, flags: PlanCheckFlags) => {
      const { planCheckCommand } = await import('./commands/plan-check-command.ts');
      await finish(planCheckCommand(context, file, flags));
    });
  plan
    .command('sync')
    .description('untick the tasks of plans of other tools that are not true; changes the marks of checkboxes only')
    .argument('[plans...]', 'Markdown files (default: the active plans of the configuration)')
    .option('--tick', 'also tick open tasks that are proved to be done')
    .option('--dry-run', 'report the changes and write nothing')
    .addOption(createFormatOption())
    .action(async (files: string[], flags: PlanSyncFlags) => {
      const { planSyncCommand } = await import('./commands/plan-sync-command.ts');
      await finish(planSyncCommand(context, files, flags));
    });
  program
    .command('trace')
    .description('list each requirement with its tasks, checks, verdicts and commits, and what is missing')
    .argument('[files...]', 'contracts and plans (default: all of the folder that judge now)')
    .addOption(
      new Option('--format <format>', 'the output format').choices(['text', 'json', 'markdown']).default('text'),
    )
    .action(async (files: string[], flags: TraceFlags) => {
      const { traceCommand } = await import('./commands/trace-command.ts');
      await finish(traceCommand(context, files, flags));
    });
  plan
    .command('compile')
    .description(
      'write a contract from a text specification with the configured model; only a valid contract is written',
    )
    .argument('<spec>', 'the specification, a text file')
    .option(
      '--out <file>',
      'the file (default: next to the specification, with the extension .contract.yaml or .manifest.json)',
    )
    .addOption(
      new Option('--form <form>', 'a contract, or a manifest of work orders')
        .choices(['contract', 'manifest'])
        .default('contract'),
    )
    .option('--repo <dir>', 'the folder that the plan starts from (default: the workspace folder)')
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
