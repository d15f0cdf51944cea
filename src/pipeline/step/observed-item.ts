import type { Forge, ForgeComment, ForgeItem, PullRequest, PullRequestReview } from '../forge/forge.ts';
import { subItemBranch } from '../state/branch-names.ts';
import { stageRecordOf } from '../state/changes.ts';
import type { ItemState } from '../state/item-state.ts';
import { isFinal, type SubItem } from '../state/sub-item.ts';
import { readCommand, type CommentCommand } from './comment-commands.ts';
import { findContainedChanges, type BaseServices } from './contained-changes.ts';
import { documentPullRequestKey, subItemPullRequestKey } from '../state/effect-keys.ts';
import { selectRemarks } from './remarks.ts';

/** A review that counts: of the head commit, not dismissed, from a person who may write. */
export interface CountedReview {
  readonly verdict: 'approved' | 'changes-requested';
  readonly by: string;
  readonly at: string;
  readonly commit: string;
  readonly body: string;
}

export interface ObservedPullRequest {
  readonly pullRequest: PullRequest;
  /** The latest review of the head commit from each person who may write. */
  readonly reviews: readonly CountedReview[];
}

/** What the forge shows about an item, as far as a transition can follow from it. */
export interface ObservedItem {
  readonly item: ForgeItem;
  /** The commands since the comment cursor, from people who may write, oldest first. */
  readonly commands: readonly CommentCommand[];
  /** Whether people commented since the cursor on an item that waits for information. */
  readonly hasRemarks: boolean;
  /** The id of the last comment; undefined if there is no new one. */
  readonly lastComment: string | undefined;
  /** The pull request of the current stage's document. */
  readonly document: ObservedPullRequest | undefined;
  /** The pull requests of sub-items that are not final, by sub-item. */
  readonly subItems: ReadonlyMap<string, ObservedPullRequest>;
  /** The tips of the branches of sub-items that are not merged, by sub-item; undefined for a branch that does not exist. */
  readonly tips: ReadonlyMap<string, string | undefined>;
  /** The sub-items whose change the base branch contains, each with the commit of that branch that brought it. */
  readonly contained: ReadonlyMap<string, string>;
}

/**
 * Reads from the forge what people did. Undefined if the item does not exist.
 *
 * @param repository the repository with the commits; undefined to count only the merges that the forge recognizes
 */
export async function readObservedItem(
  { forge, repository }: { readonly forge: Forge; readonly repository?: BaseServices['repository'] | undefined },
  state: ItemState,
  signal: AbortSignal,
): Promise<ObservedItem | undefined> {
  const item = await forge.readItem(state.item, signal);
  if (item === undefined) return undefined;
  const writers = new Writers(forge, signal);
  const comments = await forge.listComments(state.item, state.commentCursor, signal);
  const subItems = new Map<string, ObservedPullRequest>();
  const tips = new Map<string, string | undefined>();
  for (const subItem of state.subItems) {
    if (isFinal(subItem)) continue;
    const number = state.receipts[subItemPullRequestKey(state, subItem.id)]?.pullRequest;
    const observed = await observe(number, forge, writers, signal);
    if (observed !== undefined) subItems.set(subItem.id, observed);
    if (hasKnownBranch(state, subItem)) {
      const tip = await readTip(state, subItem, observed?.pullRequest, forge, signal);
      if (observed?.pullRequest.state !== 'merged') tips.set(subItem.id, tip);
    }
  }
  const remarks =
    state.informationRequest === undefined
      ? []
      : await selectRemarks(comments, item, state.policy.labelPrefix, (login) => writers.has(login));
  const { revision } = stageRecordOf(state, state.stage);
  const document = state.receipts[documentPullRequestKey(state, state.stage, revision)]?.pullRequest;
  return {
    item,
    commands: await readCommands(comments, state.policy.labelPrefix, writers),
    hasRemarks: remarks.length > 0,
    lastComment: comments.at(-1)?.id,
    document: await observe(document, forge, writers, signal),
    subItems,
    tips,
    contained:
      repository === undefined
        ? new Map()
        : await findContainedChanges(state, { subItems, tips }, { forge, repository }, signal),
  };
}

/** Whether Holdfast has pushed the branch of a sub-item, or found it changed, and is not about to push it. */
function hasKnownBranch(state: ItemState, { id, result, foreign }: SubItem): boolean {
  const name = subItemBranch(state, id);
  if (state.outbox.some((effect) => effect.type === 'branch' && effect.name === name)) return false;
  return result !== undefined || foreign !== undefined;
}

/** The tip of a branch. A pull request shows it too, but may lag behind a push. */
async function readTip(
  state: ItemState,
  { id, result }: SubItem,
  pullRequest: PullRequest | undefined,
  forge: Forge,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (pullRequest?.state === 'open' && pullRequest.headCommit === result) return result;
  return forge.readBranch(subItemBranch(state, id), signal);
}

async function readCommands(
  comments: readonly ForgeComment[],
  labelPrefix: string,
  writers: Writers,
): Promise<readonly CommentCommand[]> {
  const commands: CommentCommand[] = [];
  for (const comment of comments) {
    const command = readCommand(comment, labelPrefix);
    if (command !== undefined && (await writers.has(comment.author))) commands.push(command);
  }
  return commands;
}

async function observe(
  number: number | undefined,
  forge: Forge,
  writers: Writers,
  signal: AbortSignal,
): Promise<ObservedPullRequest | undefined> {
  if (number === undefined) return undefined;
  const pullRequest = await forge.readPullRequest(number, signal);
  if (pullRequest === undefined) return undefined;
  if (pullRequest.state !== 'open') return { pullRequest, reviews: [] };
  return { pullRequest, reviews: await countReviews(pullRequest, await forge.listReviews(number, signal), writers) };
}

async function countReviews(
  { headCommit, author }: PullRequest,
  reviews: readonly PullRequestReview[],
  writers: Writers,
): Promise<readonly CountedReview[]> {
  const latest = new Map<string, PullRequestReview>();
  // A comment without a verdict leaves an earlier verdict as it is.
  for (const review of reviews) if (review.verdict !== 'commented') latest.set(review.author, review);
  const counted: CountedReview[] = [];
  for (const { verdict, author: by, submittedAt: at, commit, body, comments } of latest.values()) {
    if (verdict !== 'approved' && verdict !== 'changes-requested') continue;
    const isCurrent = commit === headCommit && by !== author;
    if (!isCurrent || !(await writers.has(by))) continue;
    const lines = comments.map(
      ({ path, line, body: text }) => `${path}${line === undefined ? '' : `:${line}`}: ${text}`,
    );
    counted.push({ verdict, by, at, commit, body: [body, ...lines].filter((text) => text !== '').join('\n') });
  }
  return counted;
}

/** Asks the forge once per person and step whether the person may write. */
class Writers {
  readonly #forge: Forge;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(forge: Forge, signal: AbortSignal) {
    this.#forge = forge;
    this.#signal = signal;
  }

  has(login: string): Promise<boolean> {
    let answer = this.#known.get(login);
    if (answer === undefined) this.#known.set(login, (answer = this.#forge.canWrite(login, this.#signal)));
    return answer;
  }
}
