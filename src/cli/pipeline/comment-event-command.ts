import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { updateChangeComment } from '../../pipeline.ts';
import { CancelledError, messageOf } from '../../foundation/errors.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';
import { readWorkflowEvent } from '../action/workflow-event.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';

const resultSchema = z.looseObject({
  ok: z.literal(true),
  changes: z.array(z.looseObject({ findings: z.array(z.unknown()).max(0), facts: z.array(z.unknown()).max(0) })),
});

/** Whether a change passed without a finding or a fact. A check that could not run has no result. */
async function hasNothingToSay(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  return resultSchema.safeParse(JSON.parse(await readPlainText(file))).success;
}

/**
 * `holdfast action comment`: writes the report as a comment of the pull request of the event, or updates that of an earlier run.
 * The verdict is that of the check, so a comment that cannot be written is only mentioned.
 */
export async function commentEventCommand(context: CommandContext, folder: string): CommandResult {
  const { environment, terminal, signal, workingDirectory } = context;
  try {
    const { pullRequest } = await readWorkflowEvent(environment);
    if (pullRequest === undefined) return ExitCode.ok;
    const [owner = '', repo = ''] = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
    const outcome = await updateChangeComment(
      {
        apiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
        token: environment['GITHUB_TOKEN'] ?? '',
        owner,
        repo,
        pullRequest: pullRequest.number,
        // Jobs, and uses of the action in one job, have separate comments.
        key: [environment['GITHUB_WORKFLOW'], environment['GITHUB_JOB'], environment['INPUT_WORKING_DIRECTORY']].join(
          '/',
        ),
        run: Number(environment['GITHUB_RUN_ID'] ?? 0),
        text: await readPlainText(path.resolve(workingDirectory, folder, 'comment.md')),
        onlyUpdate: await hasNothingToSay(path.resolve(workingDirectory, folder, 'result.json')),
      },
      signal,
    );
    terminal.progressLine(`Comment of the pull request: ${outcome}.`);
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    terminal.progressLine(`${messageOf(thrown)}. The summary of the job has the same text.`);
    terminal.progressLine('A comment needs "permissions: { pull-requests: write }". The token of a fork never has it.');
  }
  return ExitCode.ok;
}
