import { ForgeError } from '../forge/forge-error.ts';
import type { ForgeItem, LineComment, PullRequest } from '../forge/forge.ts';
import { withoutMarker } from '../forge/marker.ts';
import type { ItemState } from '../state/item-state.ts';
import { labelNames } from '../state/labels.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type {
  Pipeline,
  OutsideComment,
  PipelineProblem,
  PullRequestDetails,
  RunRequest,
  StepOptions,
  StepReport,
  WaitingDecision,
  WorkItem,
  WorkItemDetails,
  WritersComment,
} from './pipeline-types.ts';
import { readAudit } from './read-audit.ts';
import { performStep } from './perform-step.ts';
import type { LocalActs, PipelineParts } from './pipeline-parts.ts';
import { findComparedCommits, readDiff } from './pull-request-diff.ts';
import { createClosedError, postCommand } from './post-command.ts';
import { readState, requireState } from './stored-state.ts';
import { selectDecision } from './waiting-decisions.ts';
import { listWorkItems } from './list-work-items.ts';
import { findPipelineProblem } from './pipeline-problem.ts';
import { toWorkItemDetails } from './work-item.ts';

/** The pipeline of a workspace folder. Each call reads the forge and the states again. */
export class FolderPipeline implements Pipeline {
  readonly #parts: PipelineParts;
  /** Never aborted: these calls are short. */
  readonly #signal = new AbortController().signal;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  get forge(): 'local' | 'github' {
    return this.#parts.forge.kind;
  }

  problem(): Promise<PipelineProblem | undefined> {
    return findPipelineProblem(this.#parts.base, this.#signal);
  }

  items({ all = false }: { readonly all?: boolean } = {}): Promise<readonly WorkItem[]> {
    return listWorkItems(this.#parts, { all, signal: this.#signal });
  }

  async item(id: string): Promise<WorkItemDetails> {
    const item = await this.#requireItem(id);
    const details = toWorkItemDetails(item, await readState(this.#parts.store, id, this.#signal));
    return { ...details, ...(await this.#readComments(id)) };
  }

  step(id: string, options: StepOptions = {}): Promise<StepReport> {
    return performStep(this.#parts, id, options);
  }

  async createItem(item: { readonly title: string; readonly body: string; readonly start: boolean }): Promise<string> {
    const local = this.#requireLocal('create an item');
    const labels = item.start ? [labelNames(await this.#parts.base.readLabelPrefix(this.#signal)).run] : [];
    return (await local.createItem({ title: item.title, body: item.body, labels })).id;
  }

  async requestRun(id: string): Promise<RunRequest> {
    const { forge, store, base } = this.#parts;
    const { isOpen } = await this.#requireItem(id);
    if (!isOpen) throw createClosedError(id, 'start', forge.kind);
    const state = await readState(store, id, this.#signal);
    if (state?.status === 'finished') return 'finished';
    const labelPrefix = state?.policy.labelPrefix ?? (await base.readLabelPrefix(this.#signal));
    const { run } = labelNames(labelPrefix);
    // The label is its own prefix, so all other labels stay.
    await forge.setLabels(id, run, [run], this.#signal);
    return toRunRequest(state?.status);
  }

  async setOpen(id: string, isOpen: boolean): Promise<void> {
    const act = isOpen ? 'reopen' : 'close';
    const local = this.#requireLocal(`${act} an item`, `Use the web page of the issue, or "gh issue ${act} ${id}".`);
    await this.#requireItem(id);
    await local.setOpen(id, isOpen);
  }

  async editItem(id: string, change: { readonly title?: string; readonly body?: string }): Promise<void> {
    const local = this.#requireLocal('edit an item', `Use the web page of the issue, or "gh issue edit ${id}".`);
    await this.#requireItem(id);
    await local.editItem(id, change);
  }

  async commentOnItem(id: string, body: string): Promise<void> {
    await this.#requireItem(id);
    await this.#parts.comment(id, body, this.#signal);
  }

  async approve(id: string, hash?: string): Promise<WaitingDecision> {
    const state = await this.#requireState(id);
    const decision = selectDecision(state, hash);
    await postCommand(this.#parts, state, { name: 'approve', text: decision.hash }, this.#signal);
    return decision;
  }

  async reject(id: string, reason: string, hash?: string): Promise<WaitingDecision> {
    const state = await this.#requireState(id);
    const decision = selectDecision(state, hash);
    await postCommand(this.#parts, state, { name: 'reject', text: `${decision.hash}\n\n${reason}` }, this.#signal);
    return decision;
  }

  async restart(id: string): Promise<void> {
    await postCommand(this.#parts, await this.#requireState(id), { name: 'restart' }, this.#signal);
  }

  async cancel(id: string): Promise<void> {
    await postCommand(this.#parts, await this.#requireState(id), { name: 'cancel' }, this.#signal);
  }

  async pullRequests({ all = false }: { readonly all?: boolean } = {}): Promise<readonly PullRequest[]> {
    const { local } = this.#parts;
    const found = await (local === undefined ? this.#recordedPullRequests() : local.listPullRequests(this.#signal));
    return all ? found : found.filter(({ state }) => state === 'open');
  }

  async pullRequest(number: number): Promise<PullRequestDetails> {
    const { forge, git } = this.#parts;
    const request = await this.#requirePullRequest(number);
    const reviews = await forge.listReviews(number, this.#signal);
    const compared = await findComparedCommits(request, forge, git, this.#signal);
    const diff = compared === undefined ? '' : await readDiff(compared, git, this.#signal);
    const comments = await this.#readComments(String(number));
    return {
      ...asRead(request),
      reviews: reviews.map(asRead),
      ...comments,
      diff,
      ...(compared === undefined ? {} : { compared }),
    };
  }

  async comment(number: number, body: string, line?: Omit<LineComment, 'body'>): Promise<OutsideComment | undefined> {
    const local = this.#requireLocal('comment on a pull request');
    await this.#requirePullRequest(number);
    if (line !== undefined) return (await local.review(number, 'commented', '', [{ ...line, body }], this.#signal))[0];
    await local.comment(number, body);
    return undefined;
  }

  async writersComments(number: number): Promise<readonly WritersComment[]> {
    const { forge } = this.#parts;
    await this.#requirePullRequest(number);
    const found: WritersComment[] = [];
    for (const { id, author, comments } of await forge.listReviews(number, this.#signal)) {
      if (comments.length === 0 || !(await forge.canWrite(author, this.#signal))) continue;
      for (const [index, { path, line, body }] of comments.entries()) {
        if (line === undefined) continue;
        found.push({ path, line, body, author, id: `${forge.kind}/${number}/${id}/${index}` });
      }
    }
    return found;
  }

  async review(number: number, verdict: 'approved' | 'changes-requested', body: string): Promise<void> {
    const local = this.#requireLocal('review a pull request');
    await this.#requirePullRequest(number);
    await local.review(number, verdict, body, [], this.#signal);
  }

  async closePullRequest(number: number): Promise<void> {
    this.#requireLocal('close a pull request');
    const { state } = await this.#requirePullRequest(number);
    if (state !== 'open') throw new ForgeError('invalid', `Failed to close the pull request ${number}: it is ${state}`);
    await this.#parts.forge.closePullRequest(number, this.#signal);
  }

  async audit(id?: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    if (id !== undefined) await this.#requireItem(id);
    return readAudit(this.#parts, id, this.#signal);
  }

  /** The comments of an item or a pull request, if people can read them nowhere else. */
  async #readComments(id: string): Promise<Pick<WorkItemDetails, 'comments'>> {
    const { forge, local } = this.#parts;
    if (local === undefined) return {};
    const comments = await forge.listComments(id, undefined, this.#signal);
    return { comments: comments.map(asRead) };
  }

  async #requireItem(id: string): Promise<ForgeItem> {
    const item = await this.#parts.forge.readItem(id, this.#signal);
    if (item !== undefined) return item;
    throw new ForgeError('not-found', `There is no item ${id}`, {
      hint: 'List the items with "holdfast items --all".',
    });
  }

  async #requirePullRequest(number: number): Promise<PullRequest> {
    const request = await this.#parts.forge.readPullRequest(number, this.#signal);
    if (request !== undefined) return request;
    throw new ForgeError('not-found', `There is no pull request ${number}`, {
      hint: 'List the pull requests with "holdfast pr list --all".',
    });
  }

  #requireLocal(action: string, hint = 'Do it on the web page of the repository, or with "gh".'): LocalActs {
    const { local } = this.#parts;
    if (local !== undefined) return local;
    throw new HoldfastError('unsupported', `Failed to ${action}: the forge is GitHub.`, { hint });
  }

  async #requireState(id: string): Promise<ItemState> {
    await this.#requireItem(id);
    return requireState(this.#parts.store, id, this.#signal);
  }

  /** The pull requests that the states of items record, oldest first. */
  async #recordedPullRequests(): Promise<readonly PullRequest[]> {
    const { forge, store } = this.#parts;
    const numbers = new Set<number>();
    for (const id of await store.list(this.#signal)) {
      const state = await readState(store, id, this.#signal);
      for (const { pullRequest } of Object.values(state?.receipts ?? {})) {
        if (pullRequest !== undefined) numbers.add(pullRequest);
      }
    }
    const requests: PullRequest[] = [];
    for (const number of [...numbers].sort((a, b) => a - b)) {
      const request = await forge.readPullRequest(number, this.#signal);
      if (request !== undefined) requests.push(request);
    }
    return requests;
  }
}

function asRead<Text extends { readonly body: string }>(text: Text): Text {
  return { ...text, body: withoutMarker(text.body) };
}

function toRunRequest(status: ItemState['status'] | undefined): RunRequest {
  switch (status) {
    case undefined:
      return 'starts';
    case 'failed':
      return 'resumes';
    case 'cancelled':
      return 'restarts';
    case 'finished':
      return 'finished';
    case 'active':
    case 'waiting':
      return 'continues';
  }
}
