import type { Forge, LineComment } from '../forge/forge.ts';
import type { Effect } from '../state/effect.ts';
import { subItemOf, stageRecordOf } from '../state/changes.ts';
import { subItemPullRequestKey, documentPullRequestKey, subItemKey } from '../state/effect-keys.ts';
import type { ItemState } from '../state/item-state.ts';
import { findPerformed, isCreating, markerOf, type CreatingEffect, type ReceiptContent } from './find-performed.ts';
import { humanApprovalContext } from './human-approval.ts';
import { toLineComments } from '../../verdicts/review/format-finding.ts';
import { describeJudgements } from '../state/judgement-text.ts';
import type { SubItem } from '../state/sub-item.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';

export interface EffectContext {
  readonly forge: Forge;
  /** The state in which the effect has its intent. */
  readonly state: ItemState;
  /** Whether an earlier process may have performed the effect. Then its object is looked up before it is created. */
  readonly mayHaveHappened: boolean;
  /** The workspace folder relative to the top level of the repository: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  readonly signal: AbortSignal;
}

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

/** Performs an effect on the forge once. An object that a process created before it was killed is found by its marker. */
export async function performEffect(
  effect: Exclude<Effect, { type: 'labels' }>,
  context: EffectContext,
): Promise<ReceiptContent> {
  const { forge, state, mayHaveHappened, signal } = context;
  if (isCreating(effect)) {
    const found = mayHaveHappened ? await findPerformed(effect, { forge, state, signal }) : undefined;
    const receipt = found ?? (await create(effect, context));
    if (effect.type === 'sub-item' && receipt.id !== undefined) await forge.linkSubItem(state.item, receipt.id, signal);
    return receipt;
  }
  switch (effect.type) {
    case 'branch':
      return moveBranch(effect, context);
    case 'human-approval':
      return setHumanApproval(effect, context);
    case 'retarget':
      await forge.retargetPullRequest(effect.pullRequest, effect.base, signal);
      return { pullRequest: effect.pullRequest };
    case 'close-pull-request':
      return closePullRequest(effect, context);
    case 'close-sub-item':
      // People can close or delete it.
      if ((await forge.readItem(effect.issue, signal))?.isOpen === true) await forge.closeItem(effect.issue, signal);
      return { id: effect.issue };
  }
}

async function closePullRequest(
  effect: EffectOf<'close-pull-request'>,
  { forge, state, signal }: EffectContext,
): Promise<ReceiptContent> {
  const { pullRequest, merged } = effect;
  const current = await forge.readPullRequest(pullRequest, signal);
  if (current === undefined || current.state === 'merged') return { pullRequest };
  if (merged !== undefined) {
    const marker = markerOf(effect, state.item);
    const id = String(pullRequest);
    const isExplained = (await forge.findComments(id, marker, signal)).length > 0;
    if (!isExplained) await forge.createComment(id, merged.reason, marker, signal);
  }
  // One whose branch was deleted counts as closed, and would be open again with the branch.
  await forge.closePullRequest(pullRequest, signal, merged?.commit);
  return { pullRequest };
}

/** Moves a branch that is where Holdfast left it, or creates it again if it was deleted. */
async function moveBranch(
  { name, commit, expected }: EffectOf<'branch'>,
  { forge, signal }: EffectContext,
): Promise<ReceiptContent> {
  // Forges delete the branch of a pull request that is closed or merged, if they are configured so.
  const isDeleted = expected !== undefined && (await forge.readBranch(name, signal)) === undefined;
  await forge.updateBranch({ name, commit, expected: isDeleted ? undefined : expected }, signal);
  return { commit };
}

async function setHumanApproval(
  { commit, state: status, by }: EffectOf<'human-approval'>,
  { forge, state, signal }: EffectContext,
): Promise<ReceiptContent> {
  const context = humanApprovalContext(state.policy.labelPrefix);
  const description =
    by === undefined ? 'A person with write access must approve this commit.' : `${by} approved this commit.`;
  await forge.setStatus({ commit, context, state: status, description }, signal);
  return { commit };
}

/** Posts the findings about a result, unless another result has replaced it. */
async function postReview(
  effect: EffectOf<'review'>,
  { forge, state, prefix, signal }: EffectContext,
): Promise<ReceiptContent> {
  const { subItem, commit } = effect;
  const pullRequest = state.receipts[subItemPullRequestKey(state, subItem)]?.pullRequest;
  const posted = createPostedReview(subItemOf(state, subItem), commit);
  if (pullRequest === undefined || posted === undefined) return {};
  const comments = posted.comments.map((comment) => ({ ...comment, path: prefix + comment.path }));
  await forge.createReview(pullRequest, { body: posted.body, comments, marker: markerOf(effect, state.item) }, signal);
  return { pullRequest };
}

async function create(effect: CreatingEffect, context: EffectContext): Promise<ReceiptContent> {
  const { forge, state, signal } = context;
  const marker = markerOf(effect, state.item);
  switch (effect.type) {
    case 'comment':
      return { id: (await forge.createComment(state.item, effect.body, marker, signal)).id };
    case 'pull-request': {
      const { title, head, base } = effect;
      const body = withReferences(effect.body, effect, state);
      return { pullRequest: (await forge.createPullRequest({ title, body, head, base, marker }, signal)).number };
    }
    case 'sub-item': {
      const body = withReferences(effect.body, effect, state);
      return { id: (await forge.createItem({ title: effect.title, body, labels: [], marker }, signal)).id };
    }
    case 'review':
      return postReview(effect, context);
  }
}

/** A review of a pull request, as the forge shows it. */
interface PostedReview {
  readonly body: string;
  readonly comments: readonly LineComment[];
}

/**
 * The findings about a result as a review of its pull request [ASSERT-INT-002]. Undefined if the result has been replaced, or
 * was not reviewed.
 */
function createPostedReview(subItem: SubItem, commit: string): PostedReview | undefined {
  const { review, result } = subItem;
  if (review?.commit !== commit || result !== commit) return undefined;
  const intro = `Holdfast judged the commit ${commit}.`;
  return { body: [intro, ...describeJudgements(subItem)].join('\n\n'), comments: toLineComments(review.findings) };
}

/** Adds the references of a sub-item or its pull request: the parent, the sub-item, the specification, the interfaces [INT-001]. */
function withReferences(
  body: string,
  effect: Effect & { readonly subItem?: string | undefined },
  state: ItemState,
): string {
  const subItem = effect.subItem === undefined ? undefined : state.receipts[subItemKey(state, effect.subItem)]?.id;
  const lines = [
    line('Work item', state.item),
    line('Sub-item', effect.type === 'sub-item' ? undefined : subItem),
    line('Specification', pullRequestOf(state, 'architecture')),
    line('Interfaces', pullRequestOf(state, 'interfaces')),
  ].filter((text) => text !== undefined);
  return `${body.trimEnd()}\n\n${lines.join('\n')}`;
}

function pullRequestOf(state: ItemState, stage: StageName): number | undefined {
  return state.receipts[documentPullRequestKey(state, stage, stageRecordOf(state, stage).revision)]?.pullRequest;
}

function line(title: string, number: string | number | undefined): string | undefined {
  return number === undefined ? undefined : `- ${title}: #${number}`;
}
