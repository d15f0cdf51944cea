import type { OutsideComment, Pipeline } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { withPipeline } from './open-pipeline.ts';
import { formatPullRequest, printPullRequest } from './pipeline-report.ts';
import type { FormatFlag } from './items-command.ts';

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
    if (pullRequests.length === 0) {
      terminal.result(flags.all === true ? 'There are no pull requests.' : 'No pull requests are open.');
    }
    for (const request of pullRequests) terminal.result(formatPullRequest(terminal, request));
    return ExitCode.ok;
  });
}

/** `holdfast pr show`: prints the text, the comments and the reviews of a pull request. */
export function showPullRequestCommand(context: CommandContext, number: number, flags: FormatFlag): CommandResult {
  const { terminal } = context;
  return withPipeline(context, async (pipeline) => {
    const request = await pipeline.pullRequest(number);
    if (flags.format === 'json') terminal.result(JSON.stringify(request, null, 2));
    else printPullRequest(terminal, request);
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
    const outside = await perform(pipeline, act, number, flags);
    if (flags.format === 'json') {
      const place = outside === undefined ? {} : { outside };
      terminal.result(JSON.stringify({ pullRequest: number, act, ...place }, null, 2));
      return ExitCode.ok;
    }
    terminal.result(`${DONE[act]} the pull request ${number}.`);
    if (outside !== undefined) terminal.progressLine(describeOutside(number, outside));
    return ExitCode.ok;
  });
}

/** Why a comment is not at its line, and where comments on this file can be. */
function describeOutside(number: number, { path, line, possible }: OutsideComment): string {
  const ranges = possible.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
  if (possible.length === 0) {
    return `${path} is not in the change, so the comment is in the text of the review. See: holdfast pr diff ${number}`;
  }
  const place = line === undefined ? 'No line is named' : `Line ${line} is not in the change`;
  return `${place}, so the comment is in the text of the review. Lines of ${path} that can have comments: ${ranges}.`;
}

async function perform(
  pipeline: Pipeline,
  act: Act,
  number: number,
  { body = '', file, line }: PullRequestFlags,
): Promise<OutsideComment | undefined> {
  switch (act) {
    case 'comment':
      if (line !== undefined && file === undefined) {
        throw new HoldfastError('configuration', 'Failed to comment: --line needs --file.', {
          hint: 'Name the file of the line, relative to the root of the repository.',
        });
      }
      return pipeline.comment(number, body, file === undefined ? undefined : { path: file, line });
    case 'approve':
      await pipeline.review(number, 'approved', body);
      return undefined;
    case 'request-changes':
      await pipeline.review(number, 'changes-requested', body);
      return undefined;
    case 'close':
      await pipeline.closePullRequest(number);
      return undefined;
  }
}
