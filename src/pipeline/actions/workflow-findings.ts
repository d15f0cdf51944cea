import type { DoctorFinding } from '../../run/setup/setup-types.ts';
import type { Repository } from '../../workspace/repository.ts';
import { confinesCommands, WORKFLOW_FILE } from './workflow.ts';
import { readWorkflow } from './write-workflow.ts';

/** Explains what a workflow of the pipeline needs on GitHub, which cannot be seen from here. Nothing without a workflow. */
export async function workflowFindings(repository: Repository): Promise<readonly DoctorFinding[]> {
  const subject = 'actions';
  const workflow = await readWorkflow(repository);
  if (workflow === undefined) return [];
  return [
    ...(confinesCommands(workflow)
      ? []
      : [
          {
            level: 'error' as const,
            subject,
            message: `${WORKFLOW_FILE} lets the commands of contracts read its secrets`,
            hint: 'Write it again with "holdfast init --actions --force", then repeat your changes of it.',
          },
        ]),
    {
      level: 'warning',
      subject,
      message: 'Pull requests that the default token of GitHub Actions creates start no CI',
      hint: `Set the variable HOLDFAST_APP_ID and the secret HOLDFAST_APP_KEY of a GitHub App, as ${WORKFLOW_FILE} describes.`,
    },
    {
      level: 'warning',
      subject,
      message: 'Without a GitHub App, the repository must allow GitHub Actions to create pull requests',
      hint: 'Settings > Actions > General > "Allow GitHub Actions to create and approve pull requests".',
    },
  ];
}
