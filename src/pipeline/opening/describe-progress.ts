import { stageAfter, type StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import { stageRecordOf } from '../state/changes.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { describeBlocking, describeReview, describeScenarios } from '../state/judgement-text.ts';
import type { ItemState } from '../state/item-state.ts';
import { nextAction } from '../state/next-action.ts';
import { listWaitingDecisions } from '../state/waiting-decisions.ts';
import type { JudgedSubItem, StepResult } from '../step/run-step.ts';
import { describeDecision } from './waiting-decisions.ts';

/** What the checks, scenarios and reviews said in a step, and what happens next, on one line for people. */
export function describeStep(
  state: ItemState,
  { judged = [], refusedStage }: Pick<StepResult, 'judged' | 'refusedStage'> = {},
): string {
  const sentences = [
    ...(refusedStage === undefined ? [] : describeRefusal(state, refusedStage)),
    ...judged.flatMap((judgement) => describeJudged(state, judgement)),
  ];
  return [...sentences, describeProgress(state)].join(' ').replace(/\s*\n\s*/g, ' ');
}

/** The first mistake of a refused answer, unless the failure of the item lists all of them. */
function describeRefusal(state: ItemState, stage: StageName): readonly string[] {
  if (state.failure?.stage === stage) return [];
  const { verdicts = [], refused } = stageRecordOf(state, stage);
  const mistakes = verdicts.at(-1)?.text.trim().split('\n') ?? [];
  const more =
    mistakes.length > 1 ? ` (${formatCount(mistakes.length, 'line')}, see "holdfast item show ${state.item}")` : '';
  const tries = `try ${refused} of ${state.policy.maxTries[stage]}`;
  return [
    `The answer of the stage ${stage} was refused (${tries}): ${mistakes[0] ?? ''}${more}.`.replace(/\.\.$/, '.'),
  ];
}

/** The judgement of a sub-item, unless the failure of the sub-item says the same. */
function describeJudged({ subItems, policy }: ItemState, { subItem: id, stage }: JudgedSubItem): readonly string[] {
  const subItem = subItems.find((candidate) => candidate.id === id);
  const isFailed = subItem?.status === 'failed';
  const subject = `The ${stage === 'review' ? 'review' : 'scenarios'} of ${id}`;
  if (stage === 'scenarios') {
    const outcome = subItem?.scenarios;
    if (outcome === undefined || (isFailed && outcome.outcome === 'environment')) return [];
    return [describeScenarios(outcome, subject)];
  }
  const outcome = subItem?.review;
  switch (outcome?.decision) {
    case 'remediate':
      return [describeBlocking(outcome, subject)];
    case 'broken': {
      if (isFailed) return [];
      return [describeReview(outcome, `${subject} (try ${subItem?.brokenReviews ?? 1} of ${policy.maxTries.review})`)];
    }
    case 'proceed':
      return [describeReview(outcome, subject)];
    case undefined:
      return [];
  }
}

/** Where an item is and what happens next, in one sentence for people. */
function describeProgress(state: ItemState): string {
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
    case 'advance':
      return `The stage ${state.stage} passed. Next: the stage ${stageAfter(state.stage) ?? state.stage}.`;
    case 'perform':
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
