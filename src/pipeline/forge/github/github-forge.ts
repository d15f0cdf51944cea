import { GitError, type Git } from '../../../workspace/git/git.ts';
import {
  RemoteRefMovedError,
  RemoteRefRefusedError,
  RemoteRepository,
} from '../../../workspace/git/remote-repository.ts';
import { ForgeError } from '../forge-error.ts';
import type * as api from '../forge.ts';
import type { Marker } from '../marker.ts';
import { GithubApi, type GithubApiOptions } from './github-api.ts';
import { GithubItems } from './github-items.ts';
import { GithubPeople, readActor } from './github-people.ts';
import { GithubPullRequests } from './github-pull-requests.ts';
import type { GithubRepository } from './github-repository.ts';
import { readRequiredStatuses } from './required-statuses.ts';
import { hasWorkflowRunEnded } from './workflow-runs.ts';

export interface GithubForgeOptions extends GithubApiOptions {
  readonly owner: string;
  readonly repo: string;
  /** The URL of the repository for git. */
  readonly gitUrl: string;
  /** Runs git in the local repository. */
  readonly git: Git;
}

/** A repository on GitHub or on a GitHub Enterprise server. Branches are pushed with git, with a lease. */
export class GithubForge implements api.Forge {
  readonly kind = 'github';
  readonly actor: string;
  /** The repository for git, which also has the states of the items. */
  readonly remote: RemoteRepository;
  readonly #repository: GithubRepository;
  readonly #people: GithubPeople;
  readonly #items: GithubItems;
  readonly #pullRequests: GithubPullRequests;

  private constructor(repository: GithubRepository, remote: RemoteRepository, actor: string) {
    this.actor = actor;
    this.remote = remote;
    this.#repository = repository;
    this.#people = new GithubPeople(repository, actor);
    this.#items = new GithubItems(repository, this.#people);
    this.#pullRequests = new GithubPullRequests(repository, this.#people);
  }

  /**
   * Connects to a repository.
   *
   * @throws ForgeError `unauthorized` if the server refuses the token
   */
  static async open(options: GithubForgeOptions, signal: AbortSignal): Promise<GithubForge> {
    const { owner, repo, gitUrl, git, token } = options;
    const repository = { api: new GithubApi(options), owner, repo };
    const actor = await readActor(repository, signal);
    return new GithubForge(repository, new RemoteRepository(git, { url: gitUrl, token }), actor);
  }

  async listItems(
    filter: { readonly label?: string; readonly open?: boolean },
    signal: AbortSignal,
  ): Promise<readonly api.ForgeItem[]> {
    return this.#items.list(filter, signal);
  }

  readItem(id: string, signal: AbortSignal): Promise<api.ForgeItem | undefined> {
    return this.#items.read(id, signal);
  }

  createItem(item: api.NewItem, signal: AbortSignal): Promise<api.ForgeItem> {
    return this.#items.create(item, signal);
  }

  findItems(marker: Marker, signal: AbortSignal): Promise<readonly api.ForgeItem[]> {
    return this.#items.findMarked(marker, signal);
  }

  setLabels(id: string, prefix: string, labels: readonly string[], signal: AbortSignal): Promise<void> {
    return this.#items.setLabels(id, prefix, labels, signal);
  }

  closeItem(id: string, signal: AbortSignal): Promise<void> {
    return this.#items.close(id, signal);
  }

  linkSubItem(parent: string, child: string, signal: AbortSignal): Promise<void> {
    return this.#items.link(parent, child, signal);
  }

  async listComments(id: string, after: string | undefined, signal: AbortSignal): Promise<readonly api.ForgeComment[]> {
    return (await this.#items.listComments(id, after, signal)).map(({ comment }) => comment);
  }

  createComment(id: string, body: string, marker: Marker, signal: AbortSignal): Promise<api.ForgeComment> {
    return this.#items.createComment(id, body, marker, signal);
  }

  findComments(id: string, marker: Marker, signal: AbortSignal): Promise<readonly api.ForgeComment[]> {
    return this.#items.findComments(id, marker, signal);
  }

  deleteComment(comment: string, signal: AbortSignal): Promise<void> {
    return this.#items.deleteComment(comment, signal);
  }

  async readBranch(name: string, signal: AbortSignal): Promise<string | undefined> {
    return this.#withGit(`read the branch ${name}`, signal, () => this.remote.readRef(`refs/heads/${name}`, signal));
  }

  async updateBranch({ name, commit, expected }: api.BranchUpdate, signal: AbortSignal): Promise<void> {
    await this.#withGit(`update the branch ${name}`, signal, () =>
      this.remote.swap({ ref: `refs/heads/${name}`, commit, expected, signal }),
    );
  }

  async fetchCommit(commit: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#withGit(`fetch the commit ${commit}`, signal, () => this.remote.fetch(commit, signal));
    } catch (thrown) {
      if (!(thrown instanceof ForgeError && thrown.problem === 'unavailable')) throw thrown;
      const { api, owner, repo } = this.#repository;
      await api.read(`fetch the commit ${commit}`, signal, (client, request) =>
        client.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
          owner,
          repo,
          commit_sha: commit,
          request,
        }),
      );
      throw thrown;
    }
  }

  createPullRequest(request: api.NewPullRequest, signal: AbortSignal): Promise<api.PullRequest> {
    return this.#pullRequests.create(request, signal);
  }

  readPullRequest(number: number, signal: AbortSignal): Promise<api.PullRequest | undefined> {
    return this.#pullRequests.read(number, signal);
  }

  async findPullRequests(marker: Marker, signal: AbortSignal): Promise<readonly api.PullRequest[]> {
    const since = await this.#items.readCreationTime(marker.item, signal);
    return this.#pullRequests.findMarked(marker, since, signal);
  }

  retargetPullRequest(number: number, base: string, signal: AbortSignal): Promise<void> {
    return this.#pullRequests.update(number, { base }, signal);
  }

  closePullRequest(number: number, signal: AbortSignal): Promise<void> {
    return this.#pullRequests.update(number, { state: 'closed' }, signal);
  }

  listReviews(number: number, signal: AbortSignal): Promise<readonly api.PullRequestReview[]> {
    return this.#pullRequests.listReviews(number, signal);
  }

  createReview(
    number: number,
    review: { readonly body: string; readonly comments: readonly api.LineComment[]; readonly marker: Marker },
    signal: AbortSignal,
  ): Promise<void> {
    return this.#pullRequests.createReview(number, review, signal);
  }

  findReviews(number: number, marker: Marker, signal: AbortSignal): Promise<readonly string[]> {
    return this.#pullRequests.findReviews(number, marker, signal);
  }

  setStatus(status: api.CommitStatus, signal: AbortSignal): Promise<void> {
    return this.#pullRequests.setStatus(status, signal);
  }

  readStatuses(commit: string, signal: AbortSignal): Promise<readonly api.CommitStatus[]> {
    return this.#pullRequests.readStatuses(commit, signal);
  }

  canWrite(login: string, signal: AbortSignal): Promise<boolean> {
    return this.#people.canWrite(login, signal);
  }

  /** The name of the default branch. */
  async readDefaultBranch(signal: AbortSignal): Promise<string> {
    const { api, owner, repo } = this.#repository;
    const { data } = await api.read('read the repository', signal, (client, request) =>
      client.request('GET /repos/{owner}/{repo}', { owner, repo, request }),
    );
    return data.default_branch;
  }

  /** The statuses that a branch requires before a merge. See `readRequiredStatuses`. */
  readRequiredStatuses(branch: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
    return readRequiredStatuses(this.#repository, branch, signal);
  }

  /** Whether a workflow run has ended; undefined if that is unknown. See `hasWorkflowRunEnded`. */
  hasWorkflowRunEnded(run: string, signal: AbortSignal): Promise<boolean | undefined> {
    return hasWorkflowRunEnded(this.#repository, run, signal);
  }

  /** Comments as the owner of the token, who is a person: without a marker. */
  async commentAsPerson(id: string, body: string, signal: AbortSignal): Promise<void> {
    await this.#items.createPersonComment(id, body, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The client keeps no connection open.
  }

  /** Runs git. If it fails, the API says whether the token or the rights are the reason. */
  async #withGit<Result>(action: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof RemoteRefMovedError) {
        throw new ForgeError('conflict', thrown.message, { hint: thrown.hint, cause: thrown });
      }
      if (thrown instanceof RemoteRefRefusedError) {
        throw new ForgeError('forbidden', thrown.message, { hint: thrown.hint, cause: thrown });
      }
      if (!(thrown instanceof GitError)) throw thrown;
      const { api, owner, repo } = this.#repository;
      await api.read(action, signal, (client, request) =>
        client.request('GET /repos/{owner}/{repo}', { owner, repo, request }),
      );
      throw new ForgeError('unavailable', thrown.message, { hint: thrown.hint, cause: thrown });
    }
  }
}
