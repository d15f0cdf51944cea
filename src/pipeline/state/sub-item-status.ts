/** What follows for the whole item, and for the forge, from its sub-items. */
import { SUB_ITEM_STAGES } from '../stage-names.ts';
import { subItemBranch } from './branch-names.ts';
import { keyOf, withComment, withLabels } from './changes.ts';
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

/** The stage and status of the item as they follow from its sub-items. */
export function followSubItems(state: ItemState): ItemState {
  const open = state.subItems.filter((subItem) => !isFinal(subItem));
  const stage = SUB_ITEM_STAGES.find((name) => open.some((subItem) => subItem.stage === name)) ?? state.stage;
  const status = followStatus(state, open);
  if (stage === state.stage && status === state.status) return { ...state, stage, status };
  return withLabels(reportProgress(state, { ...state, stage, status }));
}

/** Says that the item entered another stage or ended [ASSERT-PSM-007]. */
function reportProgress(before: ItemState, state: ItemState): ItemState {
  const { stage, status } = state;
  const list = summarizeSubItems(state);
  if (status === 'finished') {
    return withComment(state, stage, 'finished', `The item is finished: every sub-item is decided.${list}`);
  }
  if (stage === before.stage) return state;
  return withComment(state, stage, 'entered', `Stage: ${stage}. ${STAGE_WORK[stage]}${list}`);
}

function followStatus(state: ItemState, open: readonly SubItem[]): ItemState['status'] {
  if (open.length === 0) return 'finished';
  // The forge refused an effect. Attempts that ran meanwhile do not hide it.
  if (state.outbox.some(({ isBlocked }) => isBlocked === true)) return 'failed';
  if (open.some((subItem) => isWorkable(state, subItem) || isBaseOutdated(state, subItem))) return 'active';
  return open.some(({ status }) => status === 'failed') ? 'failed' : 'waiting';
}
