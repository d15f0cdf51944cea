import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { KeyReader } from '../../models/base/model-provider.ts';
import { ForgeError } from '../forge/forge-error.ts';
import { isCloudHost, toGithubUrls } from '../forge/github/github-repository.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { ENTERPRISE_TOKEN_VARIABLES, GITHUB_TOKEN_VARIABLES } from '../../foundation/secret-variables.ts';
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

/** What decides which token a server receives. */
export interface TokenContext {
  readonly keys: KeyReader;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The variables whose token the server of a repository may receive, in order of precedence. A repository names its server in a
 * file, so the token for github.com goes to another server only if GitHub Actions names it.
 */
export function listTokenVariables(
  { apiUrl }: Pick<GithubTarget, 'apiUrl'>,
  environment: TokenContext['environment'],
): readonly string[] {
  const isCloud = isCloudHost(toGitHost(apiUrl)) || apiUrl === environment['GITHUB_API_URL'];
  return isCloud ? GITHUB_TOKEN_VARIABLES : ENTERPRISE_TOKEN_VARIABLES;
}

/** The token for the forge, with the name of its variable; undefined if none is set. */
export async function readForgeToken(
  target: Pick<GithubTarget, 'apiUrl'>,
  { keys, environment }: TokenContext,
): Promise<{ name: string; token: string } | undefined> {
  for (const name of listTokenVariables(target, environment)) {
    const token = await keys(name, target.apiUrl);
    if (token !== undefined && token !== '') return { name, token };
  }
  return undefined;
}

/**
 * @throws ForgeError `unauthorized` if no token is set for the server
 * @throws HoldfastError `configuration` if the repository is on another server
 */
export async function requireForgeToken(target: GithubTarget, context: TokenContext): Promise<string> {
  requireSameServer(target);
  const found = await readForgeToken(target, context);
  if (found !== undefined) return found.token;
  const names = listTokenVariables(target, context.environment).join(' or ');
  throw new ForgeError('unauthorized', `Failed to open the forge: there is no token for ${target.apiUrl}.`, {
    hint: `Set ${names} to a token with read and write access to contents, issues, pull requests and commit statuses.`,
  });
}

/** The token is sent with each push, so the repository must be on the server of the API, or on this machine. */
function requireSameServer({ apiUrl, gitUrl }: GithubTarget): void {
  if (!/^https?:/i.test(gitUrl) || new URL(gitUrl).hostname === new URL(`https://${toGitHost(apiUrl)}`).hostname)
    return;
  throw new HoldfastError(
    'configuration',
    `Failed to open the forge: "forge.gitUrl" names another server than the API: ${gitUrl}, ${apiUrl}.`,
    { hint: 'Correct "forge.gitUrl" in holdfast.config.yaml, or remove it: it follows from "forge.apiUrl".' },
  );
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
  const gitHost = host.replace(/^api\./, '');
  return isCloudHost(gitHost) ? gitHost : host;
}
