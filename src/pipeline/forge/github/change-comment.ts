import { throwIfCancelled } from '../../../foundation/errors.ts';
import { GithubApi, type GithubApiOptions } from './github-api.ts';
import { readActor } from './github-people.ts';
import type { GithubId, GithubUser } from './github-repository.ts';
import { cutBody } from './github-texts.ts';

/** A report on the change of a pull request. */
export interface ChangeComment extends Pick<GithubApiOptions, 'apiUrl' | 'token'> {
  readonly owner: string;
  readonly repo: string;
  readonly pullRequest: number;
  /** Tells the reports of different jobs apart. */
  readonly key: string;
  /** The number of the run. Later runs have higher ones. */
  readonly run: number;
  /** The report, in Markdown. */
  readonly text: string;
  /** Whether there is a comment only if an earlier run has written one. */
  readonly onlyUpdate: boolean;
}

/** `outdated`: a later run has written the comment. */
export type ChangeCommentOutcome = 'created' | 'updated' | 'unchanged' | 'outdated' | 'none';

interface Comment {
  readonly id: GithubId;
  readonly body?: string | undefined;
  readonly user: GithubUser | null;
}

/**
 * [CHANGE-7] Writes a report as one comment of a pull request: the first run creates it, and the later ones update it. Comments
 * of others are left alone, also with the same marker.
 *
 * @throws ForgeError if the server refuses it
 */
export async function updateChangeComment(comment: ChangeComment, signal: AbortSignal): Promise<ChangeCommentOutcome> {
  const { apiUrl, token } = comment;
  // One run writes once or twice.
  return new ChangeComments(comment, new GithubApi({ apiUrl, token, isPaced: false }), signal).update();
}

class ChangeComments {
  readonly #comment: ChangeComment;
  readonly #api: GithubApi;
  readonly #signal: AbortSignal;

  constructor(comment: ChangeComment, api: GithubApi, signal: AbortSignal) {
    this.#comment = comment;
    this.#api = api;
    this.#signal = signal;
  }

  async update(): Promise<ChangeCommentOutcome> {
    const actor = await readActor({ api: this.#api }, this.#signal);
    const [found] = await this.#list(actor);
    if (found === undefined) return this.#comment.onlyUpdate ? 'none' : this.#create(actor);
    const body = this.#body();
    if (readRun(found.body ?? '') > this.#comment.run) return 'outdated';
    if (found.body === body) return 'unchanged';
    const { owner, repo } = this.#comment;
    await this.#api.write('update the comment', this.#signal, (client, request) =>
      client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        owner,
        repo,
        comment_id: Number(found.id),
        body,
        request,
      }),
    );
    return 'updated';
  }

  /** Two runs can create one at the same time. Both see the same list afterwards and keep the first of it. */
  async #create(actor: string): Promise<ChangeCommentOutcome> {
    const { owner, repo, pullRequest } = this.#comment;
    await this.#api.write('write the comment', this.#signal, (client, request) =>
      client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        owner,
        repo,
        issue_number: pullRequest,
        body: this.#body(),
        request,
      }),
    );
    const [kept, ...others] = await this.#list(actor);
    for (const { id } of others) {
      throwIfCancelled(this.#signal, 'remove a repeated comment');
      await this.#api.write('remove a repeated comment', this.#signal, (client, request) =>
        client.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          owner,
          repo,
          comment_id: Number(id),
          request,
        }),
      );
    }
    if (others.length === 0 || kept === undefined) return 'created';
    return this.update();
  }

  /** The comments of earlier runs, the oldest first. */
  async #list(actor: string): Promise<readonly Comment[]> {
    const { owner, repo, pullRequest } = this.#comment;
    const comments = await this.#api.list<Comment>(
      'list the comments',
      this.#signal,
      'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      { owner, repo, issue_number: pullRequest },
    );
    const marker = this.#marker();
    return comments.filter(({ body = '', user }) => user?.login === actor && body.trimEnd().endsWith(marker));
  }

  /** GitHub takes a name after `@` for a person and notifies that person. */
  #body(): string {
    const { text, run } = this.#comment;
    const end = `\n\n${formatRun(run)}\n${this.#marker()}`;
    return cutBody(text.replaceAll('@', '@\u200b'), end);
  }

  #marker(): string {
    return `<!-- holdfast-check: ${encodeURIComponent(this.#comment.key).replaceAll('-', '%2D')} -->`;
  }
}

function formatRun(run: number): string {
  return `<!-- holdfast-run: ${run} -->`;
}

function readRun(body: string): number {
  return Number(/<!-- holdfast-run: (\d+) -->\n[^\n]*\s*$/.exec(body)?.[1] ?? 0);
}
