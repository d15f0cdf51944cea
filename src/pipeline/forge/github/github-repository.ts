import type { GithubApi } from './github-api.ts';

/** One repository of a server, as its parts need it. */
export interface GithubRepository {
  readonly api: GithubApi;
  readonly owner: string;
  readonly repo: string;
}

/** The id of an object. Octokit reads numbers that are too large for `number` as `bigint`. */
export type GithubId = number | bigint;

/** The user in an answer of the API. */
export interface GithubUser {
  readonly login: string;
  readonly type?: string | undefined;
}

/** The number in the id of an item; undefined if it is not a number. */
export function toNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** The base URL of the API, and the URL of the repository for git. */
export function toGithubUrls(host: string, owner: string, repo: string): { apiUrl: string; gitUrl: string } {
  const gitUrl = `https://${host}/${owner}/${repo}.git`;
  // GitHub in the cloud has a separate host for the API; an Enterprise server has a path.
  return { apiUrl: isCloudHost(host) ? `https://api.${host}` : `https://${host}/api/v3`, gitUrl };
}

/** Whether a host of repositories belongs to GitHub in the cloud. */
export function isCloudHost(host: string): boolean {
  return host === 'github.com' || host.endsWith('.ghe.com');
}
