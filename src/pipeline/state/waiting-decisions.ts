import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import { stageRecordOf } from './changes.ts';
import { documentPullRequestKey, subItemPullRequestKey } from './effect-keys.ts';
import type { ItemState } from './item-state.ts';
import { isApproved, type SubItem } from './sub-item.ts';

/** A document or a change that waits for the decision of a person. */
export interface Decision {
  readonly stage: StageName;
  readonly subItem?: string | undefined;
  /** The hash of the answer, or the commit of the change. An approval names it. */
  readonly hash: string;
  readonly pullRequest?: number | undefined;
}

/** The shortest beginning of a hash that an approval may name. */
const MIN_HASH_LENGTH = 7;

/** What waits for a person, in the order of the stages and the plan. Pull requests that wait for their merge are included. */
export function listWaitingDecisions(state: ItemState): readonly Decision[] {
  if (state.status === 'cancelled' || state.status === 'finished') return [];
  const { stage } = state;
  const { answer, approval, revision } = stageRecordOf(state, stage);
  const decisions: Decision[] = [];
  if (state.status === 'waiting' && answer !== undefined && approval?.hash !== answer.hash) {
    const pullRequest = state.receipts[documentPullRequestKey(state, stage, revision)]?.pullRequest;
    decisions.push({ stage, hash: answer.hash, ...(pullRequest === undefined ? {} : { pullRequest }) });
  }
  for (const subItem of state.subItems) {
    const { id, status, stage: at, result, foreign } = subItem;
    // An approval takes the commits of a person over.
    const hash = foreign?.commit ?? result;
    const isWaiting = status === 'waiting' && state.status !== 'failed';
    if (!(isWaiting || canOverrule(subItem)) || hash === undefined) continue;
    if (foreign === undefined && isApproved(subItem)) continue;
    const pullRequest = state.receipts[subItemPullRequestKey(state, id)]?.pullRequest;
    decisions.push({ stage: at, subItem: id, hash, ...(pullRequest === undefined ? {} : { pullRequest }) });
  }
  return decisions;
}

/**
 * Whether a person can accept a result that scenarios or the review refused after the last correction. A review without a
 * valid answer, and scenarios that did not reach the code, say nothing that a person could accept.
 */
export function canOverrule({ status, foreign, stage, result, scenarios, review }: SubItem): boolean {
  if (status !== 'failed' || foreign !== undefined || result === undefined) return false;
  if (stage === 'scenarios') return scenarios?.commit === result && scenarios.outcome === 'failed';
  return stage === 'review' && review?.commit === result && review.decision === 'remediate';
}

/** The decisions whose hash begins with a text; none if the text is too short. */
export function findDecisions(decisions: readonly Decision[], text: string): readonly Decision[] {
  if (text.length < MIN_HASH_LENGTH) return [];
  return decisions.filter(({ hash }) => hash.startsWith(text));
}

/** The comment that asks for a decision, with the exact text of the commands. */
export function createGateRequest(
  { policy }: Pick<ItemState, 'policy'>,
  { stage, subItem, hash }: Decision,
  head: string | undefined,
  reason?: string,
): string {
  const command = `/${policy.labelPrefix}`;
  const what = subItem === undefined ? `The result of the stage ${stage}` : `The change of the sub-item ${subItem}`;
  const review = head === undefined ? [] : [`Review the pull request of the branch \`${head}\`, or answer here.`, ''];
  return [
    `${what} waits for a decision.${reason === undefined ? '' : ` ${reason}`}`,
    '',
    ...review,
    `Approve it with the comment \`${command} approve ${hash}\`.`,
    `Send it back with the comment \`${command} reject\` and the reason on the following lines.`,
  ].join('\n');
}
