/** What follows for the whole item, and for the forge, from its sub-items. */
import { SUB_ITEM_STAGES } from '../../workspace/configuration/pipeline/stage-names.ts';
import { subItemBranch } from './branch-names.ts';
import { keyOf, subItemOf, withComment, withEffects, withLabels, withSubItem } from './changes.ts';
import { subItemKey, subItemPullRequestKey } from './effect-keys.ts';
import type { PlannedEffect } from './effect.ts';
import type { ItemState } from './item-state.ts';
import { STAGE_WORK, summarizeSubItems } from './stage-summary.ts';
import { isBaseOutdated, isWorkable } from './sub-item-readiness.ts';
import { isFinal, type SubItem } from './sub-item.ts';

/** Pushes a result onto the branch of a sub-item, which has its previous result. */
export function pushOf(
  state: ItemState,
  { id, result: previous }: Pick<SubItem, 'id' | 'result'>,
  result: string,
): Extract<PlannedEffect, { type: 'branch' }> {
  return {
    type: 'branch',
    key: keyOf(state, 'generation', `${id}/branch/${result}`),
    name: subItemBranch(state, id),
    commit: result,
    subItem: id,
    ...(previous === undefined ? {} : { expected: previous }),
  };
}

/** A pull request that is open already shows the result; otherwise it must be opened. */
export function afterReview(state: ItemState, id: string): SubItem['status'] {
  return subItemPullRequestKey(state, id) in state.receipts ? 'waiting' : 'active';
}

/** Posts the findings about the result of a sub-item on its pull request, if it is open or about to be opened. */
export function postFindings(state: ItemState, id: string): ItemState {
  const { result } = subItemOf(state, id);
  const pullRequest = subItemPullRequestKey(state, id);
  const isOpen = pullRequest in state.receipts || state.outbox.some(({ key }) => key === pullRequest);
  if (result === undefined || !isOpen) return state;
  const key = keyOf(state, 'integration', `${id}/findings/${result}`);
  return withEffects(state, 'integration', [{ type: 'review', key, subItem: id, commit: result }]);
}

/** The stage and status of the item as they follow from its sub-items, and the statuses of their commits. */
export function followSubItems(before: ItemState): ItemState {
  const state = requireHumanApproval(before);
  const open = state.subItems.filter((subItem) => !isFinal(subItem));
  const stage = SUB_ITEM_STAGES.find((name) => open.some((subItem) => subItem.stage === name)) ?? state.stage;
  const status = followStatus(state, open);
  if (stage === state.stage && status === state.status) return { ...state, stage, status };
  return withLabels(reportProgress(state, { ...state, stage, status }));
}

/**
 * Sets the status that says whether a person approved the result, for each sub-item of a safety-affecting item
 * [ASSERT-REVIEW-006]. Only an approving review of exactly the result makes it a success.
 */
function requireHumanApproval(state: ItemState): ItemState {
  if (state.safety.length === 0) return state;
  return state.subItems.reduce((next, subItem) => {
    const { id, result: commit, foreign, approval, humanApproval } = subItem;
    if (commit === undefined || foreign !== undefined || isFinal(subItem)) return next;
    const isGiven = approval?.via === 'review' && approval.hash === commit;
    const status = { commit, state: isGiven ? ('success' as const) : ('pending' as const) };
    if (humanApproval?.commit === commit && humanApproval.state === status.state) return next;
    const key = keyOf(next, 'integration', `${id}/human-approval/${next.sequence}`);
    const by = isGiven ? { by: approval.by } : {};
    const planned = { type: 'human-approval', key, subItem: id, ...status, ...by } as const;
    const noted = withSubItem(next, id, (current) => ({ ...current, humanApproval: status }));
    return withEffects(noted, 'integration', [planned]);
  }, state);
}

/** Says that the item entered another stage or ended [ASSERT-PSM-007]. */
function reportProgress(before: ItemState, state: ItemState): ItemState {
  const { stage, status } = state;
  const list = summarizeSubItems(state);
  if (status === 'finished') {
    const closed = withEffects(
      state,
      stage,
      state.subItems.flatMap(({ id }) => closeIssue(state, id)),
    );
    return withComment(closed, stage, 'finished', `The item is finished: every sub-item is decided.${list}`);
  }
  if (stage === before.stage) return state;
  return withComment(state, stage, 'entered', `Stage: ${stage}. ${STAGE_WORK[stage]}${list}`);
}

/** Nothing happens to the issue of a sub-item after the item is finished. */
function closeIssue(state: ItemState, id: string): readonly PlannedEffect[] {
  const issue = state.receipts[subItemKey(state, id)]?.id;
  const key = keyOf(state, 'integration', `${id}/close-issue`);
  return issue === undefined ? [] : [{ type: 'close-sub-item', key, subItem: id, issue }];
}

function followStatus(state: ItemState, open: readonly SubItem[]): ItemState['status'] {
  if (open.length === 0) return 'finished';
  // The forge refused an effect. Attempts that ran meanwhile do not hide it.
  if (state.outbox.some(({ isBlocked }) => isBlocked === true)) return 'failed';
  if (open.some((subItem) => isWorkable(state, subItem) || isBaseOutdated(state, subItem))) return 'active';
  return open.some(({ status }) => status === 'failed') ? 'failed' : 'waiting';
}
