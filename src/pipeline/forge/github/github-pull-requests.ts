import type { CommitStatus, LineComment, NewPullRequest, PullRequest, PullRequestReview } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { placeComments, readCommentableLines, type PlacedComments } from '../line-comments.ts';
import { carriesMarker, type Marker } from '../marker.ts';
import { PAGE } from './github-api.ts';
import type { GithubPeople } from './github-people.ts';
import type { GithubId, GithubRepository, GithubUser } from './github-repository.ts';
import { createBody, createDescription, createTitle } from './github-texts.ts';

interface Pull {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly head: { readonly ref: string; readonly sha: string; readonly repo: { readonly full_name: string } | null };
  readonly base: { readonly ref: string; readonly repo: { readonly full_name: string } };
  readonly state: string;
  readonly merged_at: string | null;
  readonly merge_commit_sha: string | null;
  readonly user: GithubUser | null;
  readonly created_at: string;
}

interface ReviewAnswer {
  readonly id: GithubId;
  readonly user: GithubUser | null;
  readonly state: string;
  readonly commit_id: string | null;
  readonly body: string;
  readonly submitted_at?: string | undefined;
}

interface LineCommentAnswer {
  readonly pull_request_review_id: GithubId | null;
  readonly path: string;
  readonly line?: number | null | undefined;
  readonly original_line?: number | null | undefined;
  readonly body: string;
}

interface StatusAnswer {
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
}

interface FileAnswer {
  readonly filename: string;
  /** Missing if the change is large or binary. */
  readonly patch?: string | undefined;
}

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
const VERDICTS: Readonly<Record<string, PullRequestReview['verdict']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes-requested',
  COMMENTED: 'commented',
  DISMISSED: 'dismissed',
};

/** The pull requests of a repository, with their reviews and the statuses of their commits. */
export class GithubPullRequests {
  readonly #repository: GithubRepository;
  readonly #people: GithubPeople;

  constructor(repository: GithubRepository, people: GithubPeople) {
    this.#repository = repository;
    this.#people = people;
  }

  async create({ title, body, head, base, marker }: NewPullRequest, signal: AbortSignal): Promise<PullRequest> {
    const { api, owner, repo } = this.#repository;
    const { data } = await api.write(`create a pull request from ${head} to ${base}`, signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/pulls', {
        owner,
        repo,
        title: createTitle(title),
        body: createBody(body, marker),
        head,
        base,
        request,
      }),
    );
    return toPullRequest(data);
  }

  async read(pull_number: number, signal: AbortSignal): Promise<PullRequest | undefined> {
    const { api, owner, repo } = this.#repository;
    const response = await api.find(`read the pull request ${pull_number}`, signal, (client, request) =>
      client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { owner, repo, pull_number, request }),
    );
    return response && toPullRequest(response.data);
  }

  /**
   * The pull requests with a marker, oldest first. Those from forks do not count.
   *
   * @param since pull requests that were created before this time are not read
   */
  async findMarked(marker: Marker, since: string | undefined, signal: AbortSignal): Promise<readonly PullRequest[]> {
    const { api, owner, repo } = this.#repository;
    const pulls = await api.read('list the pull requests', signal, async (client, request) => {
      const found: Pull[] = [];
      const pages = client.paginate.iterator<Pull>({
        method: 'GET',
        url: '/repos/{owner}/{repo}/pulls',
        owner,
        repo,
        state: 'all',
        sort: 'created',
        direction: 'desc',
        per_page: PAGE,
        request,
      });
      for await (const { data } of pages) {
        found.push(...data);
        const oldest = data.at(-1)?.created_at;
        if (since !== undefined && oldest !== undefined && Date.parse(oldest) < Date.parse(since)) break;
      }
      return found;
    });
    const marked = pulls.filter(
      ({ body, head, base }) => carriesMarker(body ?? '', marker) && head.repo?.full_name === base.repo.full_name,
    );
    const trusted = await this.#people.filterTrusted(marked, signal);
    return trusted.map(toPullRequest).sort((a, b) => a.number - b.number);
  }

  async update(
    pull_number: number,
    change: { readonly base: string } | { readonly state: 'closed' },
    signal: AbortSignal,
  ): Promise<void> {
    const { api, owner, repo } = this.#repository;
    await api.write(`update the pull request ${pull_number}`, signal, (client, request) =>
      client.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
        owner,
        repo,
        pull_number,
        ...change,
        request,
      }),
    );
  }

  async listReviews(pull_number: number, signal: AbortSignal): Promise<readonly PullRequestReview[]> {
    const { api, owner, repo } = this.#repository;
    const list = <Item>(what: string): Promise<readonly Item[]> =>
      api.list(`list the ${what} of the pull request ${pull_number}`, signal, `${PULL}/${what}`, {
        owner,
        repo,
        pull_number,
      });
    const reviews = await list<ReviewAnswer>('reviews');
    const comments = await list<LineCommentAnswer>('comments');
    return reviews
      .filter(({ state }) => state in VERDICTS)
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map((review) => ({
        id: String(review.id),
        author: review.user?.login ?? 'ghost',
        verdict: VERDICTS[review.state] ?? 'commented',
        commit: review.commit_id ?? '',
        body: review.body,
        submittedAt: review.submitted_at ?? '',
        comments: comments.filter((comment) => comment.pull_request_review_id === review.id).map(toLineComment),
      }));
  }

  /** The ids of the reviews with a marker, oldest first. */
  async findReviews(pull_number: number, marker: Marker, signal: AbortSignal): Promise<readonly string[]> {
    const { api, owner, repo } = this.#repository;
    const action = `list the reviews of the pull request ${pull_number}`;
    const parameters = { owner, repo, pull_number };
    const reviews = await api.list<ReviewAnswer>(action, signal, `${PULL}/reviews`, parameters);
    const marked = reviews.filter(({ body }) => carriesMarker(body, marker));
    const trusted = await this.#people.filterTrusted(marked, signal);
    return trusted.map(({ id }) => String(id)).sort((a, b) => Number(a) - Number(b));
  }

  async createReview(
    pull_number: number,
    review: { readonly body: string; readonly comments: readonly LineComment[]; readonly marker: Marker },
    signal: AbortSignal,
  ): Promise<void> {
    const placed = await this.#place(pull_number, review, signal);
    try {
      await this.#postReview(pull_number, placed, review.marker, signal);
    } catch (thrown) {
      // The branch may have changed since its files were read. A refused review has no effect.
      const isRefused = thrown instanceof ForgeError && thrown.problem === 'invalid';
      if (!isRefused || placed.inline.length === 0) throw thrown;
      const summary = placeComments(review.body, review.comments, new Map());
      await this.#postReview(pull_number, summary, review.marker, signal);
    }
  }

  async setStatus({ commit, context, state, description }: CommitStatus, signal: AbortSignal): Promise<void> {
    const { api, owner, repo } = this.#repository;
    await api.write('set the status of a commit', signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/statuses/{sha}', {
        owner,
        repo,
        sha: commit,
        context,
        state,
        description: createDescription(description),
        request,
      }),
    );
  }

  /** The latest status of each context. */
  async readStatuses(commit: string, signal: AbortSignal): Promise<readonly CommitStatus[]> {
    const { api, owner, repo } = this.#repository;
    const route = 'GET /repos/{owner}/{repo}/commits/{ref}/statuses';
    const statuses = await api.list<StatusAnswer>('read the statuses of a commit', signal, route, {
      owner,
      repo,
      ref: commit,
    });
    const latest = new Map<string, CommitStatus>();
    // The newest is the first.
    for (const { context, state, description } of statuses) {
      if (latest.has(context)) continue;
      latest.set(context, { commit, context, state: toStatusState(state), description: description ?? '' });
    }
    return [...latest.values()].sort((a, b) => (a.context < b.context ? -1 : 1));
  }

  async #place(
    pull_number: number,
    review: { readonly body: string; readonly comments: readonly LineComment[] },
    signal: AbortSignal,
  ): Promise<PlacedComments> {
    if (review.comments.length === 0) return { body: review.body, inline: [], outside: [] };
    const { api, owner, repo } = this.#repository;
    const files = await api.list<FileAnswer>('read the files of the pull request', signal, `${PULL}/files`, {
      owner,
      repo,
      pull_number,
    });
    const lines = files.map(({ filename, patch }) => [filename, readCommentableLines(patch ?? '')] as const);
    return placeComments(review.body, review.comments, new Map(lines));
  }

  async #postReview(
    pull_number: number,
    { body, inline }: PlacedComments,
    marker: Marker,
    signal: AbortSignal,
  ): Promise<void> {
    const { api, owner, repo } = this.#repository;
    await api.write('create a review', signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
        owner,
        repo,
        pull_number,
        event: 'COMMENT',
        body: createBody(body, marker),
        comments: inline.map((comment) => ({ ...comment, side: 'RIGHT' })),
        request,
      }),
    );
  }
}

function toPullRequest(pull: Pull): PullRequest {
  const isMerged = pull.merged_at !== null;
  return {
    number: pull.number,
    title: pull.title,
    body: pull.body ?? '',
    head: pull.head.ref,
    headCommit: pull.head.sha,
    base: pull.base.ref,
    state: isMerged ? 'merged' : pull.state === 'open' ? 'open' : 'closed',
    // For an open pull request, GitHub gives the commit of a trial merge here.
    ...(isMerged && pull.merge_commit_sha !== null ? { mergeCommit: pull.merge_commit_sha } : {}),
    author: pull.user?.login ?? 'ghost',
  };
}

function toLineComment(comment: LineCommentAnswer): LineComment {
  // The line is missing once later commits changed it.
  const line = comment.line ?? comment.original_line ?? undefined;
  return { path: comment.path, ...(line === undefined ? {} : { line }), body: comment.body };
}

function toStatusState(state: string): CommitStatus['state'] {
  return state === 'success' || state === 'pending' ? state : 'failure';
}
