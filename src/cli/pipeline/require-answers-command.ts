import type { SessionComment } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printComment } from '../render/session-report.ts';
import { withPipeline } from './open-pipeline.ts';
import type { FormatFlag } from './items-command.ts';

/**
 * `holdfast pr answers`: makes the comments on lines in a pull request comments that the next stop here must answer. A comment
 * that is there already is not added again.
 */
export function requireAnswersCommand(context: CommandContext, number: number, { format }: FormatFlag): CommandResult {
  const { terminal, signal } = context;
  return withPipeline(context, async (pipeline) => {
    const engine = await context.openEngine(findWorkspaceFolder('.', context.workingDirectory));
    const comments: SessionComment[] = [];
    for (const { path: file, line, body: text, author, id: url } of await pipeline.writersComments(number)) {
      try {
        comments.push(await engine.comments.add({ file, line, text, author, url }, signal));
      } catch (thrown) {
        // The files here are not those of the pull request.
        if (!(thrown instanceof HoldfastError) || thrown.code !== 'not-found') throw thrown;
        terminal.progressLine(thrown.message);
      }
    }
    if (format === 'json') terminal.result(JSON.stringify({ comments }, null, 2));
    else if (comments.length === 0) terminal.result('No comment on a line needs an answer.');
    else for (const comment of comments) printComment(terminal, comment);
    return ExitCode.ok;
  });
}
