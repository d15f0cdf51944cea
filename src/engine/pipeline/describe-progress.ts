import type { ItemState } from '../../pipeline/state/item-state.ts';
import { nextAction } from '../../pipeline/state/next-action.ts';
import { listWaitingDecisions } from '../../pipeline/state/waiting-decisions.ts';
import { describeDecision } from './waiting-decisions.ts';

/** Where an item is and what happens next, in one sentence for people. */
export function describeProgress(state: ItemState): string {
  switch (state.status) {
    case 'cancelled':
      return 'The item is cancelled.';
    case 'finished': {
      const count = (status: string): number => state.subItems.filter((subItem) => subItem.status === status).length;
      return `The item is finished: ${count('merged')} merged, ${count('rejected') + count('invalidated')} rejected.`;
    }
    case 'failed':
      return `The item failed in the stage ${state.failure?.stage ?? state.stage}: ${firstLine(state.failure?.message)}`;
    case 'active':
    case 'waiting':
      return describeNext(state);
  }
}

function describeNext(state: ItemState): string {
  const action = nextAction(state);
  switch (action.type) {
    case 'perform':
    case 'advance':
      return `The stage ${state.stage} continues with the next step.`;
    case 'execute':
      return `Next: the stage ${action.stage}.`;
    case 'generate':
      return `Next: an attempt of the sub-item ${action.subItem}.`;
    case 'replay':
      return `Next: the sub-item ${action.subItem} moves to its new base.`;
    case 'judge':
      return action.stage === 'scenarios'
        ? `Next: the scenarios of the sub-item ${action.subItem}.`
        : `Next: the review of the sub-item ${action.subItem}.`;
    case 'integrate':
      return `Next: the pull request of the sub-item ${action.subItem}.`;
    case 'nothing':
      return describeWaiting(state);
  }
}

function describeWaiting(state: ItemState): string {
  if (state.isLabelConflict === true) {
    return 'Its labels do not agree with its state. Restore them, or approve or restart the item.';
  }
  if (state.informationRequest !== undefined) return 'It waits for information: complete its text, or comment on it.';
  const decisions = listWaitingDecisions(state);
  if (decisions.length > 0) return `It waits for a decision: ${decisions.map(describeDecision).join('; ')}.`;
  return 'It waits for the merge of its pull requests.';
}

function firstLine(text = 'no reason is recorded'): string {
  return text.split('\n')[0] ?? text;
}
