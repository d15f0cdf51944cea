import * as z from 'zod';
import { ForgeError } from '../forge-error.ts';
import type { GithubRepository } from './github-repository.ts';

const protectionSchema = z.object({
  protection: z
    .object({
      required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish(),
    })
    .optional(),
});

const rulesSchema = z.array(
  z.object({
    type: z.string(),
    parameters: z.object({ required_status_checks: z.array(z.object({ context: z.string() })).default([]) }).optional(),
  }),
);

/**
 * The statuses that a branch requires before a merge, by its protection or by rulesets; undefined if the branch does not exist.
 * The rulesets of a server that has none, or that the token must not read, are left out.
 */
export async function readRequiredStatuses(
  { api, owner, repo }: GithubRepository,
  branch: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const response = await api.find(`read the protection of the branch ${branch}`, signal, (client, request) =>
    client.request('GET /repos/{owner}/{repo}/branches/{branch}', { owner, repo, branch, request }),
  );
  if (response === undefined) return undefined;
  const { protection } = protectionSchema.parse(response.data);
  const rules = await readRules({ api, owner, repo }, branch, signal);
  const required = rules
    .filter(({ type }) => type === 'required_status_checks')
    .flatMap(({ parameters }) => parameters?.required_status_checks.map(({ context }) => context) ?? []);
  return [...new Set([...(protection?.required_status_checks?.contexts ?? []), ...required])];
}

async function readRules(
  { api, owner, repo }: Pick<GithubRepository, 'api' | 'owner' | 'repo'>,
  branch: string,
  signal: AbortSignal,
): Promise<z.infer<typeof rulesSchema>> {
  try {
    const response = await api.find(`read the rules of the branch ${branch}`, signal, (client, request) =>
      client.request('GET /repos/{owner}/{repo}/rules/branches/{branch}', {
        owner,
        repo,
        branch,
        per_page: 100,
        request,
      }),
    );
    return response === undefined ? [] : rulesSchema.parse(response.data);
  } catch (thrown) {
    if (thrown instanceof ForgeError && thrown.problem === 'forbidden') return [];
    throw thrown;
  }
}
