import {
  SUB_ITEM_STAGES,
  type JudgingStage,
  type StageName,
  type SubItemStage,
} from '../../workspace/configuration/pipeline/stage-names.ts';
import type { Effect } from './effect.ts';
import { stageRecordOf } from './changes.ts';
import type { ItemState } from './item-state.ts';
import { gateOf } from './policy.ts';
import { isBaseOutdated, isWorkable } from './sub-item-readiness.ts';
import { nextEffect } from './work-transitions.ts';

/** What a step does next with an item. */
export type NextAction =
  | { readonly type: 'perform'; readonly effect: Effect }
  | { readonly type: 'execute'; readonly stage: StageName }
  | { readonly type: 'advance' }
  | { readonly type: 'replay'; readonly subItem: string }
  | { readonly type: 'generate'; readonly subItem: string }
  /** Scenarios or the review judge the result of a sub-item. */
  | { readonly type: 'judge'; readonly stage: JudgingStage; readonly subItem: string }
  | { readonly type: 'integrate'; readonly subItem: string }
  | { readonly type: 'nothing'; readonly because: 'waiting' | 'failed' | 'finished' | 'cancelled' | 'labels-changed' };

/** Chooses the next action from the state alone. Effects of earlier transitions come first [PIPE-2]. */
export function nextAction(state: ItemState): NextAction {
  const effect = nextEffect(state) ?? state.outbox.find(({ type }) => type === 'labels');
  if (effect !== undefined) return { type: 'perform', effect };
  if (state.status === 'finished' || state.status === 'cancelled' || state.status === 'failed') {
    return { type: 'nothing', because: state.status };
  }
  if (state.isLabelConflict === true) return { type: 'nothing', because: 'labels-changed' };
  if (state.informationRequest !== undefined) return { type: 'nothing', because: 'waiting' };
  return isSubItemStage(state.stage) ? nextOfSubItems(state) : nextOfStage(state);
}

/**
 * The sub-items that Holdfast can work on while others are generated, in the order of the plan. Nothing that they depend on is
 * among them. None if another action comes first.
 */
export function listWorkable(state: ItemState, stage: SubItemStage): readonly string[] {
  const { subItems, status, isLabelConflict } = state;
  if (status !== 'active' || isLabelConflict === true) return [];
  if (subItems.some((subItem) => isBaseOutdated(state, subItem))) return [];
  return subItems.filter((subItem) => subItem.stage === stage && isWorkable(state, subItem)).map(({ id }) => id);
}

function isSubItemStage(stage: StageName): stage is SubItemStage {
  return (SUB_ITEM_STAGES as readonly StageName[]).includes(stage);
}

function nextOfStage(state: ItemState): NextAction {
  const { answer, approval } = stageRecordOf(state, state.stage);
  if (answer === undefined) return { type: 'execute', stage: state.stage };
  const isHuman = gateOf(state.policy, state.stage, state.safety.length > 0) === 'human';
  const isSatisfied = !isHuman || approval?.hash === answer.hash;
  return isSatisfied ? { type: 'advance' } : { type: 'nothing', because: 'waiting' };
}

function nextOfSubItems(state: ItemState): NextAction {
  const outdated = state.subItems.find((subItem) => isBaseOutdated(state, subItem));
  if (outdated !== undefined) return { type: 'replay', subItem: outdated.id };
  const next = state.subItems.find((subItem) => isWorkable(state, subItem));
  if (next === undefined) return { type: 'nothing', because: 'waiting' };
  const { stage, id: subItem } = next;
  switch (stage) {
    case 'generation':
      return { type: 'generate', subItem };
    case 'scenarios':
    case 'review':
      return { type: 'judge', stage, subItem };
    case 'integration':
      return { type: 'integrate', subItem };
  }
}
