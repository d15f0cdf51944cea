import {
  BranchCheckedOutError,
  BranchMovedError,
  BranchNameTakenError,
  readBranch,
  swapBranch,
} from '../../../workspace/git/branches.ts';
import { GitError, type Git } from '../../../workspace/git/git.ts';
import type { PipelineDatabase } from '../../database/pipeline-database.ts';
import { ForgeError } from '../forge-error.ts';
import type * as api from '../forge.ts';
import { withMarker, type Marker } from '../marker.ts';
import { findComments, insertComment, selectComments } from './comments.ts';
import {
  findEntries,
  findNumber,
  insertItem,
  readEntry,
  replaceLabels,
  setOpen,
  toItems,
  toNumber,
} from './entries.ts';
import { LocalPullRequests } from './pull-requests.ts';
import { selectMarkedReviews, selectReviews } from './reviews.ts';

export interface LocalForgeOptions {
  /** The database of the repository. The caller closes it. */
  readonly database: PipelineDatabase;
  /** Runs git in the repository of the user. */
  readonly git: Git;
  readonly now?: (() => Date) | undefined;
}

/** The name under which Holdfast acts on the local forge. */
const LOCAL_ACTOR = 'holdfast';

/**
 * The embedded forge: items, comments, pull requests and reviews in the database of the repository, branches in the
 * repository itself. It needs no account and no network. Everybody who can write to the database may write.
 */
export class LocalForge implements api.Forge {
  readonly kind = 'local';
  readonly actor = LOCAL_ACTOR;
  readonly #database: PipelineDatabase;
  readonly #git: Git;
  readonly #now: () => Date;
  readonly #pullRequests: LocalPullRequests;

  constructor({ database, git, now = () => new Date() }: LocalForgeOptions) {
    this.#database = database;
    this.#git = git;
    this.#now = now;
    this.#pullRequests = new LocalPullRequests(database, git);
  }

  listItems(filter: { readonly label?: string; readonly open?: boolean }): Promise<readonly api.ForgeItem[]> {
    const { label, open } = filter;
    return this.#database.read(async (queries) => {
      let query = queries.selectFrom('forge_entries').selectAll().where('kind', '=', 'item');
      if (open !== undefined) query = query.where('is_open', '=', open ? 1 : 0);
      if (label !== undefined) {
        const labelled = queries.selectFrom('forge_labels').select('number').where('label', '=', label);
        query = query.where('number', 'in', labelled);
      }
      return toItems(queries, await query.orderBy('number').execute());
    });
  }

  readItem(id: string): Promise<api.ForgeItem | undefined> {
    const number = toNumber(id);
    return this.#database.read(async (queries) => {
      const entry = number === undefined ? undefined : await readEntry(queries, number, 'item');
      return entry && (await toItems(queries, [entry]))[0];
    });
  }

  createItem({ title, body, labels, marker }: api.NewItem): Promise<api.ForgeItem> {
    return this.#database.write(async (queries) => {
      const [existing] = await toItems(queries, await findEntries(queries, 'item', marker));
      return existing ?? insertItem(queries, { ...this.#stamp(), title, body: withMarker(body, marker), labels });
    });
  }

  findItems(marker: Marker): Promise<readonly api.ForgeItem[]> {
    return this.#database.read(async (queries) => toItems(queries, await findEntries(queries, 'item', marker)));
  }

  setLabels(id: string, prefix: string, labels: readonly string[]): Promise<void> {
    return this.#database.write(async (queries) => {
      await replaceLabels(queries, await findNumber(queries, id), prefix, labels);
    });
  }

  closeItem(id: string): Promise<void> {
    return this.#database.write(async (queries) => {
      await setOpen(queries, await findNumber(queries, id), false);
    });
  }

  linkSubItem(parent: string, child: string): Promise<void> {
    return this.#database.write(async (queries) => {
      const link = { parent: await findNumber(queries, parent), child: await findNumber(queries, child) };
      await queries
        .insertInto('forge_sub_items')
        .values(link)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  listSubItems(parent: string): Promise<readonly string[]> {
    return this.#database.read(async (queries) => {
      const rows = await queries
        .selectFrom('forge_sub_items')
        .select('child')
        .where('parent', '=', toNumber(parent) ?? 0)
        .orderBy('child')
        .execute();
      return rows.map(({ child }) => String(child));
    });
  }

  listComments(id: string, after: string | undefined): Promise<readonly api.ForgeComment[]> {
    return this.#database.read(async (queries) => selectComments(queries, await findNumber(queries, id), after));
  }

  createComment(id: string, body: string, marker: Marker): Promise<api.ForgeComment> {
    return this.#database.write(async (queries) => {
      const number = await findNumber(queries, id);
      const [existing] = await findComments(queries, number, marker);
      return existing ?? insertComment(queries, { ...this.#stamp(), number, body: withMarker(body, marker) });
    });
  }

  findComments(id: string, marker: Marker): Promise<readonly api.ForgeComment[]> {
    return this.#database.read(async (queries) => findComments(queries, await findNumber(queries, id), marker));
  }

  async deleteComment(comment: string): Promise<void> {
    await this.#database.write((queries) =>
      queries
        .deleteFrom('forge_comments')
        .where('id', '=', toNumber(comment) ?? 0)
        .execute(),
    );
  }

  readBranch(name: string, signal: AbortSignal): Promise<string | undefined> {
    return readBranch(this.#git, name, signal);
  }

  async updateBranch(update: api.BranchUpdate, signal: AbortSignal): Promise<void> {
    try {
      await swapBranch(this.#git, { ...update, signal });
    } catch (thrown) {
      if (thrown instanceof BranchMovedError) {
        throw new ForgeError('conflict', thrown.message, { hint: thrown.hint, cause: thrown });
      }
      if (thrown instanceof BranchCheckedOutError) {
        throw new ForgeError('branch-in-use', thrown.message, { hint: thrown.hint, cause: thrown });
      }
      if (thrown instanceof BranchNameTakenError) {
        throw new ForgeError('invalid', thrown.message, { hint: thrown.hint, cause: thrown });
      }
      // Another process of git locks the branch.
      if (!(thrown instanceof GitError) || !thrown.retryable) throw thrown;
      throw new ForgeError('unavailable', thrown.message, { hint: thrown.hint, cause: thrown });
    }
  }

  /** Only checks that the commit exists: the repository of the forge is the local one. */
  async fetchCommit(commit: string, signal: AbortSignal): Promise<void> {
    const { exitCode } = await this.#git.call(['cat-file', '-e', `${commit}^{commit}`], {
      action: 'read the commit',
      acceptedExitCodes: [1, 128],
      signal,
    });
    if (exitCode !== 0) throw new ForgeError('not-found', `There is no commit ${commit} in this repository`);
  }

  createPullRequest(request: api.NewPullRequest, signal: AbortSignal): Promise<api.PullRequest> {
    const { author, createdAt } = this.#stamp();
    return this.#pullRequests.create(request, author, createdAt, signal);
  }

  readPullRequest(number: number, signal: AbortSignal): Promise<api.PullRequest | undefined> {
    return this.#pullRequests.read(number, signal);
  }

  findPullRequests(marker: Marker, signal: AbortSignal): Promise<readonly api.PullRequest[]> {
    return this.#pullRequests.find(marker, signal);
  }

  /** All pull requests, oldest first. */
  listPullRequests(signal: AbortSignal): Promise<readonly api.PullRequest[]> {
    return this.#pullRequests.list(signal);
  }

  retargetPullRequest(number: number, base: string, signal: AbortSignal): Promise<void> {
    return this.#pullRequests.retarget(number, base, signal);
  }

  closePullRequest(number: number, signal: AbortSignal, mergedWith?: string): Promise<void> {
    return this.#pullRequests.close(number, signal, mergedWith);
  }

  listReviews(number: number): Promise<readonly api.PullRequestReview[]> {
    return this.#database.read((queries) => selectReviews(queries, number));
  }

  async createReview(
    number: number,
    review: { readonly body: string; readonly comments: readonly api.LineComment[]; readonly marker: Marker },
    signal: AbortSignal,
  ): Promise<void> {
    const { author, createdAt } = this.#stamp();
    await this.#pullRequests.addReview(
      number,
      { ...review, verdict: 'commented', author, submittedAt: createdAt },
      signal,
    );
  }

  findReviews(number: number, marker: Marker): Promise<readonly string[]> {
    return this.#database.read((queries) => selectMarkedReviews(queries, number, marker));
  }

  async setStatus({ commit, context, state, description }: api.CommitStatus): Promise<void> {
    const values = { state, description, updated_at: this.#now().toISOString() };
    await this.#database.write((queries) =>
      queries
        .insertInto('forge_statuses')
        .values({ head_commit: commit, context, ...values })
        .onConflict((conflict) => conflict.columns(['head_commit', 'context']).doUpdateSet(values))
        .execute(),
    );
  }

  async readStatuses(commit: string): Promise<readonly api.CommitStatus[]> {
    const rows = await this.#database.read((queries) =>
      queries.selectFrom('forge_statuses').selectAll().where('head_commit', '=', commit).orderBy('context').execute(),
    );
    return rows.map(({ context, state, description }) => ({ commit, context, state, description }));
  }

  canWrite(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The database belongs to the caller.
  }

  /** Who creates an object, and when. */
  #stamp(): { readonly author: string; readonly createdAt: string } {
    return { author: this.actor, createdAt: this.#now().toISOString() };
  }
}
