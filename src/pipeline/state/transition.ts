import type { Effect } from './effect.ts';
import type { ItemEvent } from './item-event.ts';
import type { ItemState } from './item-state.ts';
import * as item from './item-transitions.ts';
import * as foreign from './foreign-changes.ts';
import * as judging from './judging-transitions.ts';
import { failSubItem } from './sub-item-failure.ts';
import * as subItems from './sub-item-transitions.ts';
import * as work from './work-transitions.ts';

export interface Transition {
  readonly state: ItemState;
  /** The effects that the event added. They are in the outbox of the state. */
  readonly effects: readonly Effect[];
}

/** The state after an event, and the effects that follow. Pure: the same arguments give the same result. */
export function transition(state: ItemState, event: ItemEvent): Transition {
  const next = apply(state, event);
  const known = new Set(state.outbox.map(({ key }) => key));
  return { state: next, effects: next.outbox.filter(({ key, type }) => type === 'labels' || !known.has(key)) };
}

function apply(state: ItemState, event: ItemEvent): ItemState {
  switch (event.type) {
    case 'answered':
      return item.acceptAnswer(state, event);
    case 'refused':
      return item.refuseAnswer(state, event);
    case 'information-requested':
      return item.requestInformation(state, event);
    case 'information-given':
      return item.continueWithInformation(state);
    case 'advanced':
      return item.advance(state, event);
    case 'stage-approved':
      return item.approveStage(item.clearLabelConflict(state), event);
    case 'stage-rejected':
      return item.rejectStage(item.clearLabelConflict(state), event);
    case 'failed':
      return item.fail(state, event);
    case 'resumed':
      return item.resume(item.clearLabelConflict(state), event);
    case 'restarted':
      return item.restart(item.clearLabelConflict(state), event);
    case 'cancelled':
      return item.cancel(state, event);
    case 'labels-changed':
      return item.stopForLabels(state, event);
    case 'labels-restored':
      return item.clearLabelConflict(state);
    case 'command-refused':
      return item.refuseCommand(state, event);
    case 'sub-item-based':
      return subItems.baseSubItem(state, event);
    case 'sub-item-failed':
      return failSubItem(state, event);
    case 'foreign-change':
      return foreign.reportForeignChange(state, event);
    case 'foreign-change-resolved':
      return foreign.resolveForeignChange(state, event);
    case 'attempted':
      return subItems.recordAttempt(state, event);
    case 'scenarios-ended':
      return judging.endScenarios(state, event);
    case 'reviewed':
      return judging.endReview(state, event);
    case 'approval-withdrawn':
      return subItems.withdrawApproval(state, event);
    case 'sub-item-approved':
      return subItems.approveSubItem(item.clearLabelConflict(state), event);
    case 'sub-item-rejected':
      return subItems.rejectSubItem(state, event);
    case 'changes-requested':
      return subItems.requestChanges(state, event);
    case 'sub-item-merged':
      return subItems.mergeSubItem(state, event);
    case 'integrated':
      return subItems.integrateSubItem(state, event);
    case 'replayed':
      return subItems.replaySubItem(state, event);
    case 'locked':
      return work.lock(state, event);
    case 'heartbeat':
      return work.beat(state, event);
    case 'unlocked':
      return work.unlock(state, event);
    case 'reserved':
      return work.reserve(state, event);
    case 'settled':
      return work.settle(state, event);
    case 'effect-intended':
      return work.intend(state, event);
    case 'effect-performed':
      return work.receive(state, event);
    case 'effect-blocked':
      return work.block(state, event);
    case 'labels-intended':
      return work.intendLabels(state, event);
    case 'labels-set':
      return work.setLabels(state, event);
    case 'comments-read':
      return { ...state, commentCursor: event.cursor };
  }
}
