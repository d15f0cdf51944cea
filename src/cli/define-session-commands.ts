import { Argument, Option, type Command } from 'commander';
import type { AlwaysRuleKind } from '../engine.ts';
import type { AwaitExitCode, CommandContext, OutputFormat } from './base/command-context.ts';
import { createFormatOption, parseNonEmptyText, parsePositiveInteger } from './base/options.ts';
import type { AlwaysFlags } from './commands/always-command.ts';
import type { CommentFlags } from './commands/comment-command.ts';
import type { ReviewSessionFlags } from './commands/review-session-command.ts';

const RULE_KINDS: readonly AlwaysRuleKind[] = ['pattern', 'scope', 'signature', 'export'];

/** Defines `sessions`, `review-session`, `comment`, `comments` and `always`: the work of agents, reviewed and answered. */
export function defineSessionCommands(program: Command, context: CommandContext, finish: AwaitExitCode): void {
  program
    .command('sessions')
    .description('list the sessions of agents, newest first, with the verdict on each, and what does not fit together')
    .option('--limit <n>', 'the maximum number of sessions', parsePositiveInteger, 10)
    .addOption(createFormatOption())
    .action(async (flags: { limit: number; format: OutputFormat }) => {
      const { sessionsCommand } = await import('./commands/sessions-command.ts');
      await finish(sessionsCommand(context, flags));
    });
  program
    .command('review-session')
    .description(
      'review what an agent changed, hunk by hunk: mark hunks as reviewed, take them back, or comment on them; commits nothing',
    )
    .argument('[session]', 'the session id, or the start of it (default: the newest session of this folder)')
    .option('--since <revision>', 'review the change since the merge base with this revision instead')
    .addOption(new Option('--uncommitted', 'review what is not committed instead').conflicts('since'))
    .option('--full', 'run the commands and gates of the contracts too')
    .option('--reviewed <hunk...>', 'mark hunks as reviewed, by their hash or the start of it')
    .option('--not-reviewed <hunk...>', 'mark hunks as not reviewed')
    .addOption(
      new Option('--take-back <hunk...>', 'write the files without these hunks').conflicts(['reviewed', 'notReviewed']),
    )
    .addOption(createFormatOption())
    .action(async (session: string | undefined, flags: ReviewSessionFlags) => {
      const { reviewSessionCommand } = await import('./commands/review-session-command.ts');
      await finish(reviewSessionCommand(context, session, flags));
    });
  program
    .command('comment')
    .description('comment on a line that an agent changed: it cannot finish before it has answered')
    .argument('<place>', 'the file and the line, as src/a.ts:12')
    .argument('<text>', 'what is wrong', parseNonEmptyText)
    .option('--wanted <text>', 'what is wanted instead', parseNonEmptyText)
    .option('--session <session>', 'the session that must answer (default: the next one that stops in this folder)')
    .addOption(
      new Option(
        '--result <run>',
        'comment on a result that waits for review: the next run of its chunk must answer',
      ).conflicts('session'),
    )
    .addOption(createFormatOption())
    .action(async (place: string, text: string, flags: CommentFlags) => {
      const { commentCommand } = await import('./commands/comment-command.ts');
      await finish(commentCommand(context, { place, text }, flags));
    });
  program
    .command('always')
    .description('make an answer a rule for every change: it is tried on the last 50 commits, and written with --write')
    .addArgument(
      new Argument(
        '<kind>',
        'what is required: no match of a pattern, unchanged files, a signature, or an export',
      ).choices(RULE_KINDS),
    )
    .option('--comment <id>', 'the comment whose place and text fill in the rest', parseNonEmptyText)
    .option('--file <path>', 'the file; for pattern and scope also a glob')
    .option('--pattern <regex>', 'the regular expression (pattern)')
    .option('--required', 'every file must match the pattern, instead of none')
    .option('--name <name>', 'the name of the function or the export (signature, export)')
    .option('--signature <signature>', 'as (a: A) => R (signature)')
    .option('--message <text>', 'what people and agents read if a change breaks the rule')
    .option('--write', 'write the rule to .holdfast/always.contract.yaml')
    .addOption(createFormatOption())
    .action(async (kind: AlwaysRuleKind, flags: AlwaysFlags) => {
      const { alwaysCommand } = await import('./commands/always-command.ts');
      await finish(alwaysCommand(context, kind, flags));
    });
  const comments = program.command('comments').description('list or resolve comments on lines that agents changed');
  comments
    .command('list', { isDefault: true })
    .description('list the comments of this folder, with their answers, oldest first')
    .option('--open', 'only those without an answer')
    .addOption(createFormatOption())
    .action(async (flags: { open?: boolean; format: OutputFormat }) => {
      const { listCommentsCommand } = await import('./commands/comment-command.ts');
      await finish(listCommentsCommand(context, flags));
    });
  comments
    .command('resolve')
    .description('close a comment: no session has to answer it')
    .argument('<comment>', 'the id, or an unambiguous start of it', parseNonEmptyText)
    .addOption(createFormatOption())
    .action(async (id: string, flags: { format: OutputFormat }) => {
      const { resolveCommentCommand } = await import('./commands/comment-command.ts');
      await finish(resolveCommentCommand(context, id, flags));
    });
}
