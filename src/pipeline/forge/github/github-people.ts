import type { GithubRepository, GithubUser } from './github-repository.ts';

/** Who may write to the repository. */
export class GithubPeople {
  readonly actor: string;
  readonly #repository: GithubRepository;

  constructor(repository: GithubRepository, actor: string) {
    this.#repository = repository;
    this.actor = actor;
  }

  /** Whether a person may write to the repository. The API is queried each time. */
  async canWrite(username: string, signal: AbortSignal): Promise<boolean> {
    const { api, owner, repo } = this.#repository;
    const response = await api.find('read the permission of a person', signal, (client, request) =>
      client.request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
        owner,
        repo,
        username,
        request,
      }),
    );
    return response !== undefined && ['admin', 'write'].includes(response.data.permission);
  }

  /**
   * The objects that were written by Holdfast, an installed app or a person who may write. Everybody can write an issue or a
   * comment with the marker of an object that does not exist yet; it must not pass for that object.
   */
  async filterTrusted<Item extends { readonly user: GithubUser | null }>(
    items: readonly Item[],
    signal: AbortSignal,
  ): Promise<readonly Item[]> {
    const trusted: Item[] = [];
    for (const item of items) {
      const { user } = item;
      if (user === null) continue;
      const isKnown = user.login === this.actor || user.type === 'Bot';
      if (isKnown || (await this.canWrite(user.login, signal))) trusted.push(item);
    }
    return trusted;
  }
}

/** The login of the owner of a token. A token of a workflow or an app belongs to a bot, which GraphQL alone names. */
export async function readActor({ api }: Pick<GithubRepository, 'api'>, signal: AbortSignal): Promise<string> {
  return api.read('read the owner of the token', signal, async (client, request) => {
    try {
      return (await client.request('GET /user', { request })).data.login;
    } catch (thrown) {
      if (!(thrown instanceof Error && 'status' in thrown && thrown.status === 403)) throw thrown;
      const { viewer } = await client.graphql<{ viewer: { login: string } }>('{ viewer { login } }', { request });
      return viewer.login;
    }
  });
}
