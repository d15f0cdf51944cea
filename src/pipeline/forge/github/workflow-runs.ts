import { ForgeError } from '../forge-error.ts';
import type { GithubRepository } from './github-repository.ts';

/**
 * Whether a workflow run has ended; undefined if that is unknown, for example because the token must not read runs.
 *
 * @param run the id of the run, or `<id>/<attempt>`
 */
export async function hasWorkflowRunEnded(
  { api, owner, repo }: GithubRepository,
  run: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const [run_id = NaN, attempt_number = 1] = run.split('/').map(Number);
  if (!Number.isSafeInteger(run_id) || !Number.isSafeInteger(attempt_number)) return undefined;
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}';
  try {
    const response = await api.find('read the workflow run', signal, (client, request) =>
      client.request(route, { owner, repo, run_id, attempt_number, request }),
    );
    return response && response.data.status === 'completed';
  } catch (thrown) {
    if (thrown instanceof ForgeError && thrown.problem === 'forbidden') return undefined;
    throw thrown;
  }
}
