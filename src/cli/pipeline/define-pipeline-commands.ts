import { Argument, Option, type Command } from 'commander';
import type { Engine, Examination } from '../../engine.ts';
import { pipelineExaminations } from '../../pipeline.ts';
import type { AwaitExitCode, CommandContext, CommandResult } from '../base/command-context.ts';
import {
  createFormatOption,
  parseNonEmptyText,
  parsePositiveInteger,
  parsePositiveNumber,
  RECORD_DESCRIPTION,
  VERBOSE_DESCRIPTION,
} from '../base/options.ts';
import type { InitActionsFlags } from './init-actions-command.ts';
import type { CommentItemFlags, EditItemFlags, NewItemFlags } from './item-text-command.ts';
import type { DecisionFlags, FormatFlag, ShowItemFlags } from './items-command.ts';
import type { PullRequestFlags } from './pull-requests-command.ts';
import type { StepFlags } from './step-command.ts';
import type { WatchFlags } from './watch-command.ts';

/** Defines `step`, `watch`, `items`, `item` and `pr`: the way of work items to reviewed pull requests. */
export function definePipelineCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  addModelOptions(
    program
      .command('step')
      .description('perform at most one transition of a work item')
      .argument('<item>', 'the number of the item')
      .option('--jobs <n>', 'the maximum number of sub-items that are generated in parallel', parsePositiveInteger, 1)
      .option(
        '--repeat <minutes>',
        'perform further steps until the item waits; none starts after this time',
        parsePositiveNumber,
      ),
  ).action(async (item: string, flags: StepFlags) => {
    const { stepCommand } = await import('./step-command.ts');
    await finish(stepCommand(context, item, flags));
  });
  addModelOptions(
    program
      .command('watch')
      .description('perform the steps of every work item that is ready, until interrupted')
      .option(
        '--jobs <n>',
        'the maximum number of items and sub-items that are worked on in parallel',
        parsePositiveInteger,
        1,
      )
      .option('--interval <seconds>', 'the pause when no item is ready', parsePositiveNumber, 30)
      .option('--once', 'end when no item is ready'),
  ).action(async (flags: WatchFlags) => {
    const { watchCommand } = await import('./watch-command.ts');
    await finish(watchCommand(context, flags));
  });
  program
    .command('items')
    .description('list the work items of the pipeline, and what waits for a decision')
    .option('--all', 'list all items of the forge')
    .addOption(createFormatOption())
    .action(async (flags: FormatFlag & { all?: boolean }) => {
      const { itemsCommand } = await import('./items-command.ts');
      await finish(itemsCommand(context, flags));
    });
  defineItemCommands(program, context, finish);
  definePullRequestCommands(program, context, finish);
}

/** `holdfast init --actions`: writes the workflow of the pipeline. */
export async function initActions(context: CommandContext, flags: InitActionsFlags): CommandResult {
  return (await import('./init-actions-command.ts')).initActionsCommand(context, flags);
}

/** What `holdfast doctor` examines of the pipeline. */
export function examinePipeline(engine: Engine): readonly Examination[] {
  return pipelineExaminations(engine);
}

function addModelOptions(command: Command): Command {
  return command
    .option('--model <provider:model>', 'the model, for example openai-compatible:glm-4.6')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--record <file>', RECORD_DESCRIPTION)
    .option('--verbose', VERBOSE_DESCRIPTION)
    .addOption(createFormatOption());
}

function defineItemCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const item = program.command('item').description('create a work item, or act on one as a person');
  item
    .command('new')
    .description('create an item of the local forge')
    .requiredOption('--title <text>', 'the title', parseNonEmptyText)
    .option('--body <text>', 'what the item asks for, in Markdown')
    .option('--body-file <file>', 'a file with this text; "-" reads standard input')
    .option('--run', 'start it')
    .addOption(createFormatOption())
    .action(async (flags: NewItemFlags) => {
      const { newItemCommand } = await import('./item-text-command.ts');
      await finish(newItemCommand(context, flags));
    });
  item
    .command('edit')
    .description('change the title or the text of an item of the local forge')
    .argument('<item>', 'the number of the item')
    .option('--title <text>', 'the new title', parseNonEmptyText)
    .option('--text <text>', 'what the item asks for, in Markdown')
    .addOption(new Option('--text-file <file>', 'a file with this text; "-" reads standard input').conflicts('text'))
    .addOption(createFormatOption())
    .action(async (id: string, flags: EditItemFlags) => {
      const { editItemCommand } = await import('./item-text-command.ts');
      await finish(editItemCommand(context, id, flags));
    });
  item
    .command('show')
    .description('print an item: its stage, documents, sub-items and cost')
    .argument('<item>', 'the number of the item')
    .option('--document <stage>', 'print the accepted document of a stage, for example planning')
    .addOption(createFormatOption())
    .action(async (id: string, flags: ShowItemFlags) => {
      const { showItemCommand } = await import('./items-command.ts');
      await finish(showItemCommand(context, id, flags));
    });
  item
    .command('comment')
    .description('comment on an item; the next step applies a command such as "/holdfast restart" in it')
    .argument('<item>', 'the number of the item')
    .requiredOption('--body <text>', 'the comment', parseNonEmptyText)
    .addOption(createFormatOption())
    .action(async (id: string, flags: CommentItemFlags) => {
      const { commentItemCommand } = await import('./item-text-command.ts');
      await finish(commentItemCommand(context, id, flags));
    });
  item
    .command('audit')
    .description(
      'print what is recorded about an item, or about all items, as JSON lines: calls, transitions, decisions, effects',
    )
    .argument('[item]', 'the number of the item')
    .action(async (id: string | undefined) => {
      const { auditCommand } = await import('./items-command.ts');
      await finish(auditCommand(context, id));
    });
  item
    .command('approve')
    .description('approve the document or the change that waits')
    .argument('<item>', 'the number of the item')
    .option('--hash <hash>', 'what is approved, if several decisions wait: at least seven characters of its hash')
    .addOption(createFormatOption())
    .action(async (id: string, flags: DecisionFlags) => {
      const { decideCommand } = await import('./items-command.ts');
      await finish(decideCommand(context, 'approve', id, flags));
    });
  item
    .command('reject')
    .description('reject the document or the change that waits; it is made again with the reason')
    .argument('<item>', 'the number of the item')
    .requiredOption('--reason <text>', 'what must be different', parseNonEmptyText)
    .option('--hash <hash>', 'what is rejected, if several decisions wait: at least seven characters of its hash')
    .addOption(createFormatOption())
    .action(async (id: string, flags: DecisionFlags) => {
      const { decideCommand } = await import('./items-command.ts');
      await finish(decideCommand(context, 'reject', id, flags));
    });
  item
    .command('run')
    .description('add the run label, which starts an item or resumes a failed one')
    .argument('<item>', 'the number of the item')
    .addOption(createFormatOption())
    .action(async (id: string, flags: FormatFlag) => {
      const { runItemCommand } = await import('./items-command.ts');
      await finish(runItemCommand(context, id, flags));
    });
  const acts = {
    restart: 'start a new round; the pull requests of the old one are closed',
    cancel: 'end the work on an item; its branches and pull requests stay',
    close: 'close an item of the local forge, which its next step cancels',
    reopen: 'open a closed item of the local forge again',
  } as const;
  for (const [act, description] of Object.entries(acts) as [keyof typeof acts, string][]) {
    item
      .command(act)
      .description(description)
      .argument('<item>', 'the number of the item')
      .addOption(createFormatOption())
      .action(async (id: string, flags: FormatFlag) => {
        const { itemActCommand } = await import('./items-command.ts');
        await finish(itemActCommand(context, act, id, flags));
      });
  }
}

function definePullRequestCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  const pullRequest = program.command('pr').description('list and review the pull requests of the local forge');
  pullRequest
    .command('list')
    .description('list the open pull requests')
    .option('--all', 'list merged and closed ones, too')
    .addOption(createFormatOption())
    .action(async (flags: FormatFlag & { all?: boolean }) => {
      const { listPullRequestsCommand } = await import('./pull-requests-command.ts');
      await finish(listPullRequestsCommand(context, flags));
    });
  pullRequest
    .command('answers')
    .description('make the comments on lines of people with write access comments that an agent here must answer')
    .addArgument(numberArgument())
    .addOption(createFormatOption())
    .action(async (number: number, flags: FormatFlag) => {
      const { requireAnswersCommand } = await import('./require-answers-command.ts');
      await finish(requireAnswersCommand(context, number, flags));
    });
  pullRequest
    .command('show')
    .description('print the text, the comments and the reviews of a pull request')
    .addArgument(numberArgument())
    .addOption(createFormatOption())
    .action(async (number: number, flags: FormatFlag) => {
      const { showPullRequestCommand } = await import('./pull-requests-command.ts');
      await finish(showPullRequestCommand(context, number, flags));
    });
  pullRequest
    .command('diff')
    .description('print the change of a pull request')
    .addArgument(numberArgument())
    .addOption(createFormatOption())
    .action(async (number: number, flags: FormatFlag) => {
      const { pullRequestDiffCommand } = await import('./pull-requests-command.ts');
      await finish(pullRequestDiffCommand(context, number, flags));
    });
  const act =
    (name: 'comment' | 'approve' | 'request-changes' | 'close') =>
    async (number: number, flags: PullRequestFlags): Promise<void> => {
      const { pullRequestActCommand } = await import('./pull-requests-command.ts');
      await finish(pullRequestActCommand(context, name, number, flags));
    };
  pullRequest
    .command('comment')
    .description('comment on a pull request, or on a line of its change')
    .addArgument(numberArgument())
    .requiredOption('--body <text>', 'the comment', parseNonEmptyText)
    .option('--file <path>', 'the file, relative to the root of the repository')
    .option('--line <n>', 'the line of the new file', parsePositiveInteger)
    .addOption(createFormatOption())
    .action(act('comment'));
  pullRequest
    .command('approve')
    .description('approve the head commit of a pull request')
    .addArgument(numberArgument())
    .option('--body <text>', 'a remark')
    .addOption(createFormatOption())
    .action(act('approve'));
  pullRequest
    .command('request-changes')
    .description('request changes of a pull request; the next step makes them')
    .addArgument(numberArgument())
    .requiredOption('--body <text>', 'what must change', parseNonEmptyText)
    .addOption(createFormatOption())
    .action(act('request-changes'));
  pullRequest
    .command('close')
    .description('close a pull request without merging it, which rejects it')
    .addArgument(numberArgument())
    .addOption(createFormatOption())
    .action(act('close'));
}

function numberArgument(): Argument {
  return new Argument('<number>', 'the number of the pull request').argParser(parsePositiveInteger);
}
