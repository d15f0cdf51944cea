import type { ApiAnswer, ApiRequest } from './github-server.ts';
import type { MirroredRepository } from './mirrored-repository.ts';

type Forward = (request: ApiRequest) => Promise<ApiAnswer>;
type Json = Readonly<Record<string, unknown>>;

interface Pull extends Json {
  readonly number: number;
  readonly state: string;
  readonly head: Json & { readonly ref: string };
  readonly base: Json & { readonly ref: string };
  readonly user: { readonly login: string };
}

interface LineComment {
  readonly path?: unknown;
  readonly line?: unknown;
  readonly side?: unknown;
  readonly body?: unknown;
}

const OWNER = { query: '', body: {}, login: 'acme' } as const;
/** What GitHub shows as the merge commit of an open pull request: a trial merge that no branch has. */
const TRIAL_MERGE = 'e'.repeat(40);

/** What the emulator lacks, as an extra step before or after it. */
export class GithubAdditions {
  readonly #repository: MirroredRepository;
  readonly #forward: Forward;
  /** The branches of each open pull request. All changes of pull requests pass through here, so no request is needed. */
  readonly #open = new Map<number, { readonly head: string; readonly base: string }>();
  /** The last commit of the head branch of each pull request. */
  readonly #heads = new Map<number, string>();
  readonly #merges = new Map<number, { readonly commit: string; readonly at: string }>();
  readonly #subIssues = new Map<number, number[]>();
  readonly #edited = new Set<unknown>();
  readonly #statuses = new Map<string, Json[]>();
  /** The statuses that the protection of each branch requires, by branch. */
  readonly protection = new Map<string, readonly string[]>();
  /** The rules of rulesets that apply to every branch. */
  rules: readonly Json[] = [];

  constructor(repository: MirroredRepository, forward: Forward) {
    this.#repository = repository;
    this.#forward = forward;
  }

  async answer(request: ApiRequest): Promise<ApiAnswer> {
    const [, , , , kind = '', id = '', part = '', last = ''] = request.path.split('/');
    const { method } = request;
    const { body = '', title = '' } = request.body as { body?: string; title?: string };
    if (body.length > 65_536)
      return invalid({ field: 'body', message: 'body is too long (maximum is 65536 characters)' });
    if (title.length > 256)
      return invalid({ field: 'title', message: 'title is too long (maximum is 256 characters)' });
    if (request.path === '/graphql') return { status: 200, data: { data: { viewer: { login: request.login } } } };
    if (kind === 'issues' && part === 'sub_issues') return this.#subIssueList(request, Number(id));
    if (kind === 'issues' && id === '' && method === 'GET') return this.#withPullRequests(request);
    if (kind === 'statuses' || (kind === 'commits' && part === 'statuses')) return this.#statusList(request, id);
    if (kind === 'branches' && part === '') return this.#branch(request, id);
    if (kind === 'rules' && id === 'branches') return { status: 200, data: this.rules };
    if (kind === 'collaborators' && part === 'permission') return toPermission(await this.#forward(request));
    if (kind === 'issues' && request.path.includes('/comments')) return this.#comments(request);
    if (kind !== 'pulls') return this.#forward(request);
    await this.#update();
    if (method === 'POST' && id === '') return this.#createPull(request);
    if (method === 'PATCH') return this.#patchPull(request);
    if (part === 'files') return this.#files(Number(id));
    if (part === 'reviews' && method === 'POST') return this.#createReview(request, Number(id));
    if (part === 'comments' || last === 'comments') return toLines(await this.#forward(request));
    if (part !== '') return this.#forward(request);
    return this.#decorate(await this.#forward(request));
  }

  async merge(number: number, kind: 'merge' | 'squash'): Promise<void> {
    await this.#update();
    const pull = await this.#readPull(number);
    const commit = await this.#repository.merge(pull.base.ref, pull.head.ref, kind);
    this.#merges.set(number, { commit, at: new Date().toISOString() });
    await this.#close(number);
  }

  /** Does what GitHub does after pushes. It keeps the last commit of a pull request whose head branch was deleted. */
  async #update(): Promise<void> {
    // The newest is the first, as GitHub lists them.
    for (const [number, pull] of [...this.#open].reverse()) {
      const base = await this.#repository.readBranch(pull.base);
      if (base === undefined) await this.#leaveDeletedBase(number, pull.base);
      const known = this.#heads.get(number);
      if (base !== undefined && known !== undefined && (await this.#repository.contains(base, known))) {
        // A person pushed the commits to the base branch.
        this.#merges.set(number, { commit: known, at: new Date().toISOString() });
        await this.#close(number);
        continue;
      }
      const commit = await this.#repository.readBranch(pull.head);
      if (commit !== undefined) this.#heads.set(number, commit);
      // A branch that adds no commit has nothing to merge.
      if (commit === undefined || (base !== undefined && (await this.#repository.contains(base, commit)))) {
        await this.#close(number);
      }
    }
  }

  /** GitHub moves a pull request whose base was merged and deleted to the base of that, and closes others. */
  async #leaveDeletedBase(number: number, base: string): Promise<void> {
    const owner = (await this.#listPulls()).find(({ head }) => head.ref === base);
    if (owner === undefined || !this.#merges.has(owner.number)) return this.#close(number);
    await this.#patch(number, { base: owner.base.ref });
  }

  async #listPulls(): Promise<readonly Pull[]> {
    const query = '?state=all&per_page=100';
    return (await this.#forward({ ...OWNER, method: 'GET', path: '/repos/acme/app/pulls', query }))
      .data as readonly Pull[];
  }

  async #close(number: number): Promise<void> {
    await this.#patch(number, { state: 'closed' });
  }

  async #patch(number: number, body: Json): Promise<void> {
    this.#remember(await this.#forward({ ...OWNER, method: 'PATCH', path: `/repos/acme/app/pulls/${number}`, body }));
  }

  /** Takes the state of a pull request over from the answer to a change. Returns the answer. */
  #remember(answer: ApiAnswer): ApiAnswer {
    if (answer.status >= 400) return answer;
    const { number, state, head, base } = answer.data as Pull;
    if (state === 'open') this.#open.set(number, { head: head.ref, base: base.ref });
    else this.#open.delete(number);
    return answer;
  }

  async #readPull(number: number): Promise<Pull> {
    const path = `/repos/acme/app/pulls/${number}`;
    return (await this.#forward({ ...OWNER, method: 'GET', path })).data as Pull;
  }

  async #createPull(request: ApiRequest): Promise<ApiAnswer> {
    const [head, base] = [String(request.body['head']), String(request.body['base'])];
    const commit = await this.#repository.readBranch(head);
    if (commit === undefined) return invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
    const baseCommit = await this.#repository.readBranch(base);
    if (baseCommit === undefined) return invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
    if (await this.#repository.contains(baseCommit, commit)) {
      return invalid({ message: `No commits between ${base} and ${head}` });
    }
    if ([...this.#open.values()].some((pull) => pull.head === head && pull.base === base)) {
      return invalid({ message: `A pull request already exists for acme:${head}.` });
    }
    const created = this.#remember(await this.#forward(request));
    this.#heads.set((created.data as Pull).number, commit);
    return this.#decorate(created);
  }

  async #patchPull(request: ApiRequest): Promise<ApiAnswer> {
    const { base } = request.body;
    if (typeof base === 'string' && (await this.#repository.readBranch(base)) === undefined) {
      return invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
    }
    const { number, state } = await this.#readPull(Number(request.path.split('/').at(-1)));
    if (base !== undefined && (state !== 'open' || this.#merges.has(number))) {
      return invalid('Cannot change the base branch of a closed pull request.');
    }
    return this.#decorate(this.#remember(await this.#forward(request)));
  }

  async #files(number: number): Promise<ApiAnswer> {
    const pull = await this.#readPull(number);
    return { status: 200, data: await this.#repository.listFiles(pull.base.ref, this.#heads.get(number) ?? '') };
  }

  async #createReview(request: ApiRequest, number: number): Promise<ApiAnswer> {
    const { body, login } = request;
    const pull = await this.#readPull(number);
    const head = this.#heads.get(number) ?? '';
    if (body['event'] !== 'COMMENT' && pull.user.login === login) {
      return invalid('Can not approve your own pull request');
    }
    const comments = (body['comments'] ?? []) as readonly LineComment[];
    for (const { path, line, side } of comments) {
      const isInDiff =
        side === 'RIGHT' && (await this.#repository.isInDiff(pull.base.ref, head, String(path), Number(line)));
      if (!isInDiff) return invalid('Pull request review thread line must be part of the diff');
    }
    return this.#forward({
      ...request,
      body: {
        ...body,
        commit_id: body['commit_id'] ?? head,
        // The emulator knows only positions.
        comments: comments.map(({ path, line, body: text }) => ({ path, position: line, body: text })),
      },
    });
  }

  /** The emulator lists issues only. GitHub lists the pull requests too. */
  async #withPullRequests(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.#forward(request);
    if (request.query.includes('labels=') || !Array.isArray(answer.data)) return answer;
    const pulls = (await this.#listPulls()).map((pull) => ({ ...pull, labels: [], pull_request: {} }));
    return { ...answer, data: [...(answer.data as readonly Json[]), ...pulls] };
  }

  async #subIssueList(request: ApiRequest, parent: number): Promise<ApiAnswer> {
    const found = await this.#forward({ ...request, method: 'GET', path: `/repos/acme/app/issues/${parent}` });
    if (found.status !== 200) return found;
    const children = this.#subIssues.get(parent) ?? [];
    const path = '/repos/acme/app/issues';
    const { data } = await this.#forward({ ...OWNER, method: 'GET', path, query: '?state=all&per_page=100' });
    const issues = data as readonly (Json & { readonly id: number })[];
    if (request.method === 'GET') return { status: 200, data: issues.filter(({ id }) => children.includes(id)) };
    const child = Number(request.body['sub_issue_id']);
    if (!issues.some(({ id }) => id === child)) return { status: 404, data: { message: 'Not Found' } };
    if ([...this.#subIssues.values()].some((ids) => ids.includes(child))) {
      return invalid('Sub issue may only have one parent');
    }
    this.#subIssues.set(parent, [...children, child]);
    return { status: 201, data: found.data };
  }

  async #branch(request: ApiRequest, name: string): Promise<ApiAnswer> {
    const answer = await this.#forward(request);
    const contexts = this.protection.get(name);
    if (answer.status !== 200) return answer;
    const checks = { enforcement_level: contexts === undefined ? 'off' : 'non_admins', contexts: contexts ?? [] };
    const protection = { enabled: contexts !== undefined, required_status_checks: checks };
    return { status: 200, data: { ...(answer.data as Json), protected: contexts !== undefined, protection } };
  }

  async #statusList(request: ApiRequest, commit: string): Promise<ApiAnswer> {
    const statuses = this.#statuses.get(commit) ?? [];
    if (request.method === 'GET') return Promise.resolve({ status: 200, data: statuses });
    if (String(request.body['description']).length > 140) return invalid('description is too long');
    // The newest is the first.
    this.#statuses.set(commit, [request.body, ...statuses]);
    return { status: 201, data: request.body };
  }

  /** GitHub's times have seconds: those of a new comment are equal. */
  async #comments(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.#forward(request);
    const stamp = (comment: Json): Json => {
      if (request.method === 'PATCH') this.#edited.add(comment['id']);
      const createdAt = new Date(String(comment['created_at']));
      const updatedAt = new Date(createdAt.getTime() + (this.#edited.has(comment['id']) ? 1000 : 0));
      return { ...comment, created_at: toSeconds(createdAt), updated_at: toSeconds(updatedAt) };
    };
    if (answer.status >= 400) return answer;
    const { data } = answer;
    return { ...answer, data: Array.isArray(data) ? (data as readonly Json[]).map(stamp) : stamp(data as Json) };
  }

  #decorate(answer: ApiAnswer): ApiAnswer {
    const { data } = answer;
    if (answer.status >= 400) return answer;
    const decorate = (pull: Pull): Json => {
      const merge = this.#merges.get(pull.number);
      return {
        ...pull,
        head: { ...pull.head, sha: this.#heads.get(pull.number) },
        merged: merge !== undefined,
        merged_at: merge?.at ?? null,
        merge_commit_sha: merge?.commit ?? TRIAL_MERGE,
      };
    };
    return { ...answer, data: Array.isArray(data) ? (data as readonly Pull[]).map(decorate) : decorate(data as Pull) };
  }
}

function toSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

function invalid(error: unknown): ApiAnswer {
  return { status: 422, data: { message: 'Validation Failed', errors: [error] } };
}

/** GitHub names only four permissions here. */
function toPermission(answer: ApiAnswer): ApiAnswer {
  const names: Readonly<Record<string, string>> = { push: 'write', maintain: 'write', pull: 'read', triage: 'read' };
  const { permission, ...data } = answer.data as Json & { readonly permission: string };
  return answer.status === 200 ? { ...answer, data: { ...data, permission: names[permission] ?? permission } } : answer;
}

function toLines(answer: ApiAnswer): ApiAnswer {
  const comments = answer.data as readonly Json[];
  return { ...answer, data: comments.map((comment) => ({ ...comment, line: comment['position'] })) };
}
