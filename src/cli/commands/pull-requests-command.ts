import type { Pipeline } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { withPipeline } from '../base/open-pipeline.ts';
import type { FormatFlag } from './items-command.ts';

const STATE_STYLES = { open: 'green', merged: 'blue', closed: 'red' } as const;

/** `holdfast pr list`: lists the pull requests of the pipeline, oldest first. */
export function listPullRequestsCommand(
  context: CommandContext,
  flags: FormatFlag & { readonly all?: boolean },
): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const pullRequests = await pipeline.pullRequests({ all: flags.all === true });
    if (flags.format === 'json') {
      terminal.result(JSON.stringify({ pullRequests }, null, 2));
      return ExitCode.ok;
    }
    if (pullRequests.length === 0) terminal.result('No pull requests are open.');
    for (const { number, state, title, head, base } of pullRequests) {
      terminal.result(`#${number}  ${terminal.style(STATE_STYLES[state], state)}  ${title}  (${head} → ${base})`);
    }
    return ExitCode.ok;
  });
}

/** `holdfast pr diff`: prints the change of a pull request as a unified diff. */
export function pullRequestDiffCommand(context: CommandContext, number: number, flags: FormatFlag): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const request = await pipeline.pullRequest(number);
    terminal.result(flags.format === 'json' ? JSON.stringify(request, null, 2) : request.diff.trimEnd());
    return ExitCode.ok;
  });
}

export interface PullRequestFlags extends FormatFlag {
  readonly body?: string;
  readonly file?: string;
  readonly line?: number;
}

type Act = 'comment' | 'approve' | 'request-changes' | 'close';

const DONE: Readonly<Record<Act, string>> = {
  comment: 'Commented on',
  approve: 'Approved',
  'request-changes': 'Requested changes of',
  close: 'Closed',
};

/** `holdfast pr comment|approve|request-changes|close`: what a person does with a pull request of the local forge. */
export function pullRequestActCommand(
  context: CommandContext,
  act: Act,
  number: number,
  flags: PullRequestFlags,
): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    await perform(pipeline, act, number, flags);
    terminal.result(
      flags.format === 'json'
        ? JSON.stringify({ pullRequest: number, act }, null, 2)
        : `${DONE[act]} the pull request ${number}.`,
    );
    return ExitCode.ok;
  });
}

function perform(
  pipeline: Pipeline,
  act: Act,
  number: number,
  { body = '', file, line }: PullRequestFlags,
): Promise<void> {
  switch (act) {
    case 'comment':
      if (line !== undefined && file === undefined) {
        throw new HoldfastError('configuration', 'Failed to comment: --line needs --file.', {
          hint: 'Name the file of the line, relative to the root of the repository.',
        });
      }
      return pipeline.comment(number, body, file === undefined ? undefined : { path: file, line });
    case 'approve':
      return pipeline.review(number, 'approved', body);
    case 'request-changes':
      return pipeline.review(number, 'changes-requested', body);
    case 'close':
      return pipeline.closePullRequest(number);
  }
}
