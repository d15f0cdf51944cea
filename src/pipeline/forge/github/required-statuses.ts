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
  const found = await api.find(`read the protection of the branch ${branch}`, signal, async (client, request) => {
    const route = 'GET /repos/{owner}/{repo}/branches/{branch}';
    return protectionSchema.parse((await client.request(route, { owner, repo, branch, request })).data);
  });
  if (found === undefined) return undefined;
  const { protection } = found;
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
    const rules = await api.find(`read the rules of the branch ${branch}`, signal, async (client, request) => {
      const route = 'GET /repos/{owner}/{repo}/rules/branches/{branch}';
      return rulesSchema.parse((await client.request(route, { owner, repo, branch, per_page: 100, request })).data);
    });
    return rules ?? [];
  } catch (thrown) {
    if (thrown instanceof ForgeError && thrown.problem === 'forbidden') return [];
    throw thrown;
  }
}
