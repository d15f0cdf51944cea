import type { Configuration } from '../../configuration/configuration.ts';
import type { KeyReader } from '../../models/base/model-provider.ts';
import { toGithubUrls } from '../../pipeline/forge/github/github-repository.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { FORGE_TOKEN_VARIABLES } from '../../shared/secret-variables.ts';
import type { Git } from '../../workspace/git/git.ts';

/** Which forge the pipeline of a folder uses, and how it is reached. */
export type ForgeTarget = { readonly kind: 'local' } | GithubTarget;

export interface GithubTarget {
  readonly kind: 'github';
  readonly owner: string;
  readonly repo: string;
  readonly apiUrl: string;
  readonly gitUrl: string;
}

/**
 * Finds the forge of a folder: the configured one, or the local forge. Parts that are not configured follow from the remote
 * `origin`.
 *
 * @throws HoldfastError `configuration` if the repository on GitHub is unknown
 */
export async function findForgeTarget({ forge }: Pick<Configuration, 'forge'>, git: Git): Promise<ForgeTarget> {
  if (forge.kind !== 'github') return { kind: 'local' };
  const origin = parseRemote(await readOrigin(git));
  const [owner, repo] = forge.repository?.split('/') ?? [origin?.owner, origin?.repo];
  if (owner === undefined || repo === undefined) {
    throw new HoldfastError('configuration', 'Failed to open the forge: the repository on GitHub is unknown.', {
      hint: 'Set "forge: { kind: github, repository: owner/name }" in holdfast.config.yaml, or add a remote "origin".',
    });
  }
  const host = forge.apiUrl === undefined ? (origin?.host ?? 'github.com') : toGitHost(forge.apiUrl);
  const urls = toGithubUrls(host, owner, repo);
  return { kind: 'github', owner, repo, apiUrl: forge.apiUrl ?? urls.apiUrl, gitUrl: forge.gitUrl ?? urls.gitUrl };
}

/** The token for the forge, with the name of its variable; undefined if none is set. */
export async function readForgeToken(keys: KeyReader): Promise<{ name: string; token: string } | undefined> {
  for (const name of FORGE_TOKEN_VARIABLES) {
    const token = await keys(name);
    if (token !== undefined && token !== '') return { name, token };
  }
  return undefined;
}

/** @throws HoldfastError `configuration` if no token is set */
export async function requireForgeToken(keys: KeyReader): Promise<string> {
  const found = await readForgeToken(keys);
  if (found !== undefined) return found.token;
  throw new HoldfastError('configuration', 'Failed to open the forge: there is no token for GitHub.', {
    hint: `Set ${FORGE_TOKEN_VARIABLES.join(' or ')} to a token with read and write access to contents, issues, pull requests and commit statuses.`,
  });
}

async function readOrigin(git: Git): Promise<string> {
  return git.text(['config', '--get', 'remote.origin.url'], { action: 'read the remote', acceptedExitCodes: [1] });
}

/** The repository of a URL, or of `git@host:owner/name.git`. */
function parseRemote(
  url: string,
): { readonly host: string; readonly owner: string; readonly repo: string } | undefined {
  const [, host, owner, repo] =
    /^(?:(?:https?|ssh|git):\/\/(?:[^@/]+@)?|[^@/]+@)([^:/]+)(?::\d+)?[:/]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
      url,
    ) ?? [];
  return host === undefined || owner === undefined || repo === undefined ? undefined : { host, owner, repo };
}

/** The host of a repository, by the URL of its API. */
function toGitHost(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  return host === 'api.github.com' || host.endsWith('.ghe.com') ? host.replace(/^api\./, '') : host;
}
