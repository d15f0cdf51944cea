import type { ForgeComment, ForgeItem, NewItem } from '../forge.ts';
import { ForgeError, type ForgeProblem } from '../forge-error.ts';
import { carriesMarker, disarmMarkers, type Marker } from '../marker.ts';
import type { GithubPeople } from './github-people.ts';
import { toNumber, type GithubId, type GithubRepository, type GithubUser } from './github-repository.ts';
import { createBody, createTitle } from './github-texts.ts';

/** Why a server does not link a sub-issue: it has none, or their number or depth is limited. */
const UNLINKABLE: ReadonlySet<ForgeProblem> = new Set(['not-found', 'invalid']);

/** The part of an issue that is read. */
interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly labels: readonly (string | { readonly name?: string | undefined })[];
  readonly state: string;
  readonly user: GithubUser | null;
  readonly created_at: string;
  /** Present if the issue is a pull request. */
  readonly pull_request?: unknown;
}

interface IssueComment {
  readonly id: GithubId;
  readonly body?: string | undefined;
  readonly user: GithubUser | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The issues of a repository, with their labels, links and comments. */
export class GithubItems {
  readonly #repository: GithubRepository;
  readonly #people: GithubPeople;
  /** When items were created. This time does not change. */
  readonly #createdAt = new Map<string, string>();

  constructor(repository: GithubRepository, people: GithubPeople) {
    this.#repository = repository;
    this.#people = people;
  }

  /** @param since only items that changed after this time */
  async list(
    filter: { readonly label?: string; readonly open?: boolean; readonly since?: string | undefined },
    signal: AbortSignal,
  ): Promise<readonly (Issue & ForgeItem)[]> {
    const { api, owner, repo } = this.#repository;
    const { label, open, since } = filter;
    const issues = await api.list<Issue>('list the issues', signal, 'GET /repos/{owner}/{repo}/issues', {
      owner,
      repo,
      state: open === undefined ? 'all' : open ? 'open' : 'closed',
      sort: 'created',
      direction: 'asc',
      labels: label,
      since,
    });
    // The list of issues contains the pull requests too.
    return issues
      .filter((issue) => issue.pull_request === undefined)
      .sort((a, b) => a.number - b.number)
      .map((issue) => ({ ...issue, ...toItem(issue) }));
  }

  async read(id: string, signal: AbortSignal): Promise<ForgeItem | undefined> {
    const issue = await this.#find(id, signal);
    return issue && toItem(issue);
  }

  async create({ title, body, labels, marker }: NewItem, signal: AbortSignal): Promise<ForgeItem> {
    const { api, owner, repo } = this.#repository;
    const { data } = await api.write('create an issue', signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/issues', {
        owner,
        repo,
        title: createTitle(title),
        body: createBody(body, marker),
        labels: [...labels],
        request,
      }),
    );
    return toItem(data);
  }

  /** The items with a marker, oldest first. Only items that changed since their parent exists are read. */
  async findMarked(marker: Marker, signal: AbortSignal): Promise<readonly ForgeItem[]> {
    const since = await this.readCreationTime(marker.item, signal);
    const found = (await this.list({ since }, signal)).filter(({ body }) => carriesMarker(body, marker));
    return (await this.#people.filterTrusted(found, signal)).map(toItem);
  }

  /** When an item was created; undefined if it does not exist. */
  async readCreationTime(id: string, signal: AbortSignal): Promise<string | undefined> {
    const known = this.#createdAt.get(id);
    if (known !== undefined) return known;
    const time = (await this.#find(id, signal))?.created_at;
    if (time !== undefined) this.#createdAt.set(id, time);
    return time;
  }

  async setLabels(id: string, prefix: string, labels: readonly string[], signal: AbortSignal): Promise<void> {
    const { api, owner, repo } = this.#repository;
    const issue_number = toIssueNumber(id);
    const present = toItem(await this.#get(id, signal)).labels;
    const missing = [...new Set(labels)].filter((label) => !present.includes(label));
    const surplus = present.filter((label) => label.startsWith(prefix) && !labels.includes(label));
    if (missing.length > 0) {
      await api.write('add labels', signal, (client, request) =>
        client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
          owner,
          repo,
          issue_number,
          labels: missing,
          request,
        }),
      );
    }
    for (const name of surplus) {
      // Another process may have removed it.
      await api.find('remove a label', signal, (client, request) =>
        client.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}', {
          owner,
          repo,
          issue_number,
          name,
          request,
        }),
      );
    }
  }

  async close(id: string, signal: AbortSignal): Promise<void> {
    const { api, owner, repo } = this.#repository;
    await api.write('close an issue', signal, (client, request) =>
      client.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        owner,
        repo,
        issue_number: toIssueNumber(id),
        state: 'closed',
        request,
      }),
    );
  }

  /** Links a sub-issue unless the server has no sub-issues or refuses this one, for example the 101st of a parent. */
  async link(parent: string, child: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#link(parent, child, signal);
    } catch (thrown) {
      if (!(thrown instanceof ForgeError) || !UNLINKABLE.has(thrown.problem)) throw thrown;
    }
  }

  async #link(parent: string, child: string, signal: AbortSignal): Promise<void> {
    const { api, owner, repo } = this.#repository;
    const issue_number = toIssueNumber(parent);
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues';
    const linked = await api.list<{ readonly id: GithubId }>('list the sub-issues', signal, route, {
      owner,
      repo,
      issue_number,
    });
    const { id } = await this.#get(child, signal);
    if (linked.some((issue) => issue.id === id)) return;
    await api.write('link a sub-issue', signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues', {
        owner,
        repo,
        issue_number,
        sub_issue_id: Number(id),
        request,
      }),
    );
  }

  /** The comments after one, oldest first. The numbers of comments increase. */
  async listComments(
    id: string,
    after: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly (IssueComment & { readonly comment: ForgeComment })[]> {
    const { api, owner, repo } = this.#repository;
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const issue_number = toIssueNumber(id);
    const comments = await api.list<IssueComment>('list the comments', signal, route, { owner, repo, issue_number });
    const cursor = Number(after ?? 0);
    return comments
      .filter((comment) => comment.id > cursor)
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map((comment) => ({ ...comment, comment: toComment(comment) }));
  }

  async createComment(id: string, body: string, marker: Marker, signal: AbortSignal): Promise<ForgeComment> {
    return this.#postComment(id, createBody(body, marker), signal);
  }

  /** A comment of the owner of the token. It has no marker, so it counts as the act of a person. */
  async createPersonComment(id: string, text: string, signal: AbortSignal): Promise<ForgeComment> {
    return this.#postComment(id, disarmMarkers(text), signal);
  }

  async #postComment(id: string, body: string, signal: AbortSignal): Promise<ForgeComment> {
    const { api, owner, repo } = this.#repository;
    const issue_number = toIssueNumber(id);
    const { data } = await api.write('create a comment', signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        owner,
        repo,
        issue_number,
        body,
        request,
      }),
    );
    return toComment(data);
  }

  async findComments(id: string, marker: Marker, signal: AbortSignal): Promise<readonly ForgeComment[]> {
    const found = (await this.listComments(id, undefined, signal)).filter(({ body }) =>
      carriesMarker(body ?? '', marker),
    );
    return (await this.#people.filterTrusted(found, signal)).map(({ comment }) => comment);
  }

  async deleteComment(id: string, signal: AbortSignal): Promise<void> {
    const { api, owner, repo } = this.#repository;
    await api.find('delete a comment', signal, (client, request) =>
      client.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        owner,
        repo,
        comment_id: Number(id),
        request,
      }),
    );
  }

  async #find(id: string, signal: AbortSignal) {
    const issue_number = toNumber(id);
    if (issue_number === undefined) return undefined;
    const { api, owner, repo } = this.#repository;
    const response = await api.find(`read the issue ${id}`, signal, (client, request) =>
      client.request('GET /repos/{owner}/{repo}/issues/{issue_number}', { owner, repo, issue_number, request }),
    );
    return response?.data;
  }

  async #get(id: string, signal: AbortSignal) {
    return (await this.#find(id, signal)) ?? failUnknown(id);
  }
}

function toIssueNumber(id: string): number {
  return toNumber(id) ?? failUnknown(id);
}

function failUnknown(id: string): never {
  throw new ForgeError('not-found', `There is no issue ${id}, or the token cannot see it`, {
    hint: 'Check the number of the issue.',
  });
}

function toItem(issue: Issue): ForgeItem {
  return {
    id: String(issue.number),
    title: issue.title,
    body: issue.body ?? '',
    labels: issue.labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))),
    isOpen: issue.state === 'open',
    author: toLogin(issue.user),
  };
}

function toComment(comment: IssueComment): ForgeComment {
  return {
    id: String(comment.id),
    author: toLogin(comment.user),
    body: comment.body ?? '',
    createdAt: comment.created_at,
    isEdited: comment.updated_at !== comment.created_at,
  };
}

/** GitHub shows deleted accounts as `ghost`. */
function toLogin(user: GithubUser | null): string {
  return user?.login ?? 'ghost';
}
