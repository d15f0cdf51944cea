import type { Git } from '../../../workspace/git/git.ts';
import { readBranch, readBranches } from '../../../workspace/git/branches.ts';
import type { PipelineDatabase, PipelineQueries } from '../../database/pipeline-database.ts';
import type { LineComment, NewPullRequest, PullRequest } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import {
  placeComments,
  readCommentableLines,
  type CommentableLines,
  type OutsideComment,
  type PlacedComments,
} from '../line-comments.ts';
import { withMarker, type Marker } from '../marker.ts';
import { findEntries, insertEntry, readEntry, setOpen, type Entry } from './entries.ts';
import { judgeBranch, type BranchChange, type BranchVerdict } from './merge-recognition.ts';
import { insertReview, type NewReview } from './reviews.ts';

/** A review that is added. A marker is only on those of Holdfast. */
export interface LocalReview extends Omit<NewReview, 'number' | 'commit'> {
  readonly marker?: Marker | undefined;
}

/** The refs that keep the commits of pull requests after their branches were deleted. */
const KEPT_HEADS = 'refs/holdfast/pull/';

const MAX_VERDICTS = 10_000;

/**
 * The pull requests of the local forge. People merge them with git; the state of a pull request is computed from the
 * branches each time it is read, and a merge is recorded as soon as it is seen.
 */
export class LocalPullRequests {
  readonly #database: PipelineDatabase;
  readonly #git: Git;
  readonly #verdicts = new Map<string, BranchVerdict>();

  constructor(database: PipelineDatabase, git: Git) {
    this.#database = database;
    this.#git = git;
  }

  async create(request: NewPullRequest, author: string, createdAt: string, signal: AbortSignal): Promise<PullRequest> {
    const { head, base, marker } = request;
    const tips = await readBranches(this.#git, [head, base], signal);
    const headCommit = requireTip(head, tips.get(head));
    const baseCommit = requireTip(base, tips.get(base));
    const count = await this.#git.text(['rev-list', '--count', `${baseCommit}..${headCommit}`], {
      action: 'compare the branches',
      signal,
    });
    if (count === '0') throw createRefusal(head, base, 'the branch contains no commit that its base lacks');
    const number = await this.#database.write(async (queries) => {
      const open = await selectOpen(queries, head, base);
      if (open !== undefined) throw createRefusal(head, base, `the pull request ${open} has the same branches`);
      const body = withMarker(request.body, marker);
      const inserted = await insertEntry(queries, {
        kind: 'pull-request',
        title: request.title,
        body,
        author,
        createdAt,
      });
      await queries
        .insertInto('forge_pull_requests')
        .values({ number: inserted, head, head_commit: headCommit, base, merge_commit: null })
        .execute();
      // Inside the transaction: a pull request never exists without its commit, also if the process is killed here.
      await this.#keepHead(inserted, headCommit, signal);
      return inserted;
    });
    return this.get(number, signal);
  }

  /** Undefined if there is no such pull request. */
  async read(number: number, signal: AbortSignal): Promise<PullRequest | undefined> {
    const found = await this.#database.read(async (queries) => {
      const entry = await readEntry(queries, number, 'pull-request');
      const row = await queries
        .selectFrom('forge_pull_requests')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirst();
      return entry === undefined || row === undefined ? undefined : { entry, row };
    });
    if (found === undefined) return undefined;
    const { entry, row } = found;
    const common = {
      number,
      title: entry.title,
      body: entry.body,
      head: row.head,
      base: row.base,
      author: entry.author,
    };
    if (row.merge_commit !== null) {
      return { ...common, headCommit: row.head_commit, state: 'merged', mergeCommit: row.merge_commit };
    }
    if (entry.is_open === 0) return { ...common, headCommit: row.head_commit, state: 'closed' };
    const tips = await readBranches(this.#git, [row.head, row.base], signal);
    const tip = tips.get(row.head);
    const headCommit = tip ?? row.head_commit;
    const change = { head: headCommit, recordedHead: row.head_commit, baseTip: tips.get(row.base) };
    const verdict = await this.#judge(change, signal);
    // The recorded head of an emptied branch stays the one with the change.
    if (headCommit !== row.head_commit && verdict.kind !== 'emptied') {
      await this.#recordHead(number, headCommit, signal);
    }
    if (verdict.kind === 'merged') {
      await this.#recordMerge(number, verdict.commit);
      return { ...common, headCommit, state: 'merged', mergeCommit: verdict.commit };
    }
    return { ...common, headCommit, state: tip === undefined ? 'closed' : 'open' };
  }

  /** @throws ForgeError `not-found` if there is no such pull request */
  async get(number: number, signal: AbortSignal): Promise<PullRequest> {
    const found = await this.read(number, signal);
    if (found !== undefined) return found;
    throw new ForgeError('not-found', `There is no pull request ${number}`, {
      hint: 'List the pull requests with "holdfast pr list".',
    });
  }

  /** The pull requests with a marker, oldest first. */
  async find(marker: Marker, signal: AbortSignal): Promise<readonly PullRequest[]> {
    return this.#readAll(await this.#database.read((queries) => findEntries(queries, 'pull-request', marker)), signal);
  }

  /** All pull requests, oldest first. */
  async list(signal: AbortSignal): Promise<readonly PullRequest[]> {
    const entries = await this.#database.read((queries) =>
      queries.selectFrom('forge_entries').selectAll().where('kind', '=', 'pull-request').orderBy('number').execute(),
    );
    return this.#readAll(entries, signal);
  }

  async retarget(number: number, base: string, signal: AbortSignal): Promise<void> {
    const request = await this.get(number, signal);
    if (request.base === base) return;
    if (request.state !== 'open') {
      throw new ForgeError('invalid', `Failed to retarget the pull request ${number}: it is ${request.state}`);
    }
    requireTip(base, await readBranch(this.#git, base, signal));
    await this.#database.write((queries) =>
      queries.updateTable('forge_pull_requests').set({ base }).where('number', '=', number).execute(),
    );
  }

  /** @param mergedWith the commit that contains the change, if it was merged */
  async close(number: number, signal: AbortSignal, mergedWith?: string): Promise<void> {
    const request = await this.get(number, signal);
    if (request.state === 'merged') return;
    if (mergedWith !== undefined) await this.#recordMerge(number, mergedWith);
    else await this.#database.write((queries) => setOpen(queries, number, false));
  }

  /** Adds a review of the head commit. Comments outside the change become a part of its text, and are returned. */
  async addReview(number: number, review: LocalReview, signal: AbortSignal): Promise<readonly OutsideComment[]> {
    const request = await this.get(number, signal);
    if (review.verdict !== 'commented') checkVerdict(request, review);
    const { body, inline, outside } = await this.#place(request, review, signal);
    await this.#database.write((queries) =>
      insertReview(queries, {
        ...review,
        number,
        commit: request.headCommit,
        body: review.marker === undefined ? body : withMarker(body, review.marker),
        comments: inline,
      }),
    );
    return outside;
  }

  /** Divides comments into those on lines of the change and those that become a part of the summary. */
  async #place(
    request: PullRequest,
    review: { readonly body: string; readonly comments: readonly LineComment[] },
    signal: AbortSignal,
  ): Promise<PlacedComments> {
    const files = new Map<string, CommentableLines>();
    const baseTip = await readBranch(this.#git, request.base, signal);
    for (const { path } of baseTip === undefined ? [] : review.comments) {
      if (files.has(path)) continue;
      const patch = await this.#git.text(
        [
          'diff',
          '--no-ext-diff',
          '--no-textconv',
          '--unified=3',
          `${baseTip}...${request.headCommit}`,
          '--',
          `:(literal,top)${path}`,
        ],
        { action: 'compare the branches', signal },
      );
      files.set(path, readCommentableLines(patch));
    }
    return placeComments(review.body, review.comments, files);
  }

  async #readAll(entries: readonly Entry[], signal: AbortSignal): Promise<readonly PullRequest[]> {
    const requests: PullRequest[] = [];
    for (const { number } of entries) requests.push(await this.get(number, signal));
    return requests;
  }

  /** Judges each combination of commits once: commits never change, and steps and views read pull requests often. */
  #judge(change: BranchChange, signal: AbortSignal): Promise<BranchVerdict> {
    const key = `${change.head} ${change.recordedHead} ${change.baseTip ?? ''}`;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return judgeBranch(this.#git, change, signal).then((verdict) => {
      if (this.#verdicts.size >= MAX_VERDICTS) this.#verdicts.clear();
      this.#verdicts.set(key, verdict);
      return verdict;
    });
  }

  async #recordHead(number: number, commit: string, signal: AbortSignal): Promise<void> {
    await this.#keepHead(number, commit, signal);
    await this.#database.write((queries) =>
      queries.updateTable('forge_pull_requests').set({ head_commit: commit }).where('number', '=', number).execute(),
    );
  }

  async #recordMerge(number: number, commit: string): Promise<void> {
    await this.#database.write(async (queries) => {
      await queries
        .updateTable('forge_pull_requests')
        .set({ merge_commit: commit })
        .where('number', '=', number)
        .execute();
      await setOpen(queries, number, false);
    });
  }

  async #keepHead(number: number, commit: string, signal: AbortSignal): Promise<void> {
    await this.#git.call(['update-ref', `${KEPT_HEADS}${number}`, commit], {
      action: 'keep the commit of the pull request',
      signal,
    });
  }
}

/** The commit of a branch that a pull request needs. */
function requireTip(branch: string, commit: string | undefined): string {
  if (commit !== undefined) return commit;
  throw new ForgeError('invalid', `There is no branch ${branch} in this repository`, {
    hint: 'If the branch was deleted by mistake, restore it. Otherwise restart the item.',
  });
}

async function selectOpen(queries: PipelineQueries, head: string, base: string): Promise<number | undefined> {
  const row = await queries
    .selectFrom('forge_pull_requests')
    .innerJoin('forge_entries', 'forge_entries.number', 'forge_pull_requests.number')
    .select('forge_entries.number as number')
    .where('head', '=', head)
    .where('base', '=', base)
    .where('is_open', '=', 1)
    .executeTakeFirst();
  return row?.number;
}

/** A person cannot decide on a pull request that is not open, or on an own one. */
function checkVerdict(request: PullRequest, { author, verdict }: LocalReview): void {
  const action = `Failed to ${verdict === 'approved' ? 'approve' : 'reject'} the pull request ${request.number}`;
  if (request.state !== 'open') throw new ForgeError('invalid', `${action}: it is ${request.state}`);
  if (request.author === author) throw new ForgeError('invalid', `${action}: ${author} created it`);
}

function createRefusal(head: string, base: string, reason: string): ForgeError {
  return new ForgeError('invalid', `Failed to create a pull request from ${head} to ${base}: ${reason}`);
}
