import * as z from 'zod';
import type { WorkflowEvent } from '../../engine.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';
import type { CommandContext } from '../base/command-context.ts';

type Environment = CommandContext['environment'];

const pullRequestSchema = z.looseObject({
  number: z.int().positive(),
  title: z.string().optional(),
  base: z.looseObject({ sha: z.string() }),
  head: z.looseObject({ sha: z.string() }),
});

const payloadSchema = z.looseObject({
  before: z.string().optional(),
  pull_request: pullRequestSchema.optional(),
  merge_group: z.looseObject({ base_sha: z.string() }).optional(),
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
});

/** The event of a run of GitHub Actions. */
export interface StartedWorkflow {
  readonly event: WorkflowEvent;
  /** The pull request of the event. */
  readonly pullRequest:
    { readonly number: number; readonly head: string; readonly title?: string | undefined } | undefined;
  /**
   * Whether the run has the secrets of the repository although the change is that of anyone (`pull_request_target`): nothing of
   * the change may be executed.
   */
  readonly isForeign: boolean;
}

/**
 * [CHANGE-7] Reads the event that the runner describes in a file.
 *
 * @throws HoldfastError `configuration` if there is none, or if it has another form
 */
export async function readWorkflowEvent(environment: Environment): Promise<StartedWorkflow> {
  const file = environment['GITHUB_EVENT_PATH'] ?? '';
  let payload: z.infer<typeof payloadSchema>;
  try {
    payload = payloadSchema.parse(JSON.parse(await readPlainText(file)));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
    throw new HoldfastError('configuration', `Failed to read the event in GITHUB_EVENT_PATH: ${reason}`, {
      hint: 'The runner of GitHub Actions sets the variable. Elsewhere, use "holdfast check --since".',
      cause,
    });
  }
  const { pull_request: request, merge_group: group, repository, before } = payload;
  const isForeign = environment['GITHUB_EVENT_NAME'] === 'pull_request_target';
  if (request !== undefined) {
    const head = request.head.sha;
    const event = { kind: 'pull-request', base: request.base.sha, head } as const;
    return { event, pullRequest: { number: request.number, head, title: request.title }, isForeign };
  }
  if (group !== undefined) {
    return { event: { kind: 'merge-group', parent: group.base_sha }, pullRequest: undefined, isForeign };
  }
  const branch = environment['GITHUB_REF_TYPE'] === 'tag' ? undefined : environment['GITHUB_REF_NAME'];
  return {
    event: { kind: 'other', before, branch, defaultBranch: repository?.default_branch },
    pullRequest: undefined,
    isForeign,
  };
}
