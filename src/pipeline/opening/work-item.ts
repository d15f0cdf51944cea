import type { ForgeItem } from '../forge/forge.ts';
import { describeAnswer } from '../executors/stored-answers.ts';
import { STAGE_NAMES } from '../../workspace/configuration/pipeline/stage-names.ts';
import { subItemBranch } from '../state/branch-names.ts';
import { stageRecordOf } from '../state/changes.ts';
import type { ItemState } from '../state/item-state.ts';
import { createCostReport, reportedUsd } from '../state/spending.ts';
import { describeReview, describeScenarios } from '../state/judgement-text.ts';
import type { SubItem } from '../state/sub-item.ts';
import { documentPullRequestKey, subItemKey } from '../state/effect-keys.ts';
import type { StageAnswer, WorkItem, WorkItemDetails, WorkSubItem } from './pipeline-types.ts';
import { createTimeline } from './timeline.ts';
import { listWaitingDecisions } from '../state/waiting-decisions.ts';
import { pullRequestOf } from './waiting-decisions.ts';

/** An item of the forge with its progress in the pipeline. */
export function toWorkItem({ id, title, isOpen, labels }: ForgeItem, state: ItemState | undefined): WorkItem {
  const item = { id, title, isOpen, labels };
  if (state === undefined) return item;
  const { stage, round, status, failure } = state;
  return {
    ...item,
    progress: {
      stage,
      round,
      status,
      isLabelConflict: state.isLabelConflict === true,
      isProcessing: state.lock !== undefined,
      costUsd: reportedUsd(state.spending),
      ...(failure === undefined ? {} : { failure }),
      decisions: listWaitingDecisions(state),
    },
  };
}

/** The ids of the sub-issues of an item, those of earlier rounds included. */
export function listSubIssues({ receipts }: Pick<ItemState, 'receipts'>): readonly string[] {
  const isSubIssue = new RegExp(`^\\d+${subItemKey({ round: 0 }, '').slice(1)}`);
  return Object.entries(receipts).flatMap(([key, { id }]) => (id !== undefined && isSubIssue.test(key) ? [id] : []));
}

export function toWorkItemDetails(item: ForgeItem, state: ItemState | undefined): WorkItemDetails {
  return {
    ...toWorkItem(item, state),
    body: item.body,
    safety: state?.safety ?? [],
    subItems: state?.subItems.map((subItem) => toWorkSubItem(state, subItem)) ?? [],
    cost: createCostReport(state?.spending ?? []),
    timeline: state === undefined ? [] : createTimeline(state),
    answers: state === undefined ? [] : listAnswers(state),
  };
}

function toWorkSubItem(state: ItemState, subItem: SubItem): WorkSubItem {
  const { id, title, dependsOn, stage, status, attempts, base, result, scenarios, review } = subItem;
  return {
    id,
    title,
    dependsOn,
    stage,
    status,
    attempts: subItem.attemptCount ?? attempts.length,
    branch: result === undefined ? undefined : subItemBranch(state, id),
    issue: state.receipts[subItemKey(state, id)]?.id,
    pullRequest: pullRequestOf(state, id),
    commit: result,
    baseCommit: base?.commit,
    ...(scenarios === undefined ? {} : { scenarios }),
    ...(review === undefined ? {} : { review }),
    ...listed('judgements', describeCurrent(subItem)),
    ...listed('warnings', review?.warnings ?? []),
  };
}

/** What was said about the result, not about an earlier one. */
function describeCurrent({ scenarios, review, result }: SubItem): readonly string[] {
  return [
    ...(scenarios?.commit === result && scenarios !== undefined ? [describeScenarios(scenarios)] : []),
    ...(review?.commit === result && review !== undefined ? [describeReview(review)] : []),
  ];
}

function listed<Name extends string>(name: Name, texts: readonly string[]): Partial<Record<Name, readonly string[]>> {
  return texts.length === 0 ? {} : ({ [name]: texts } as Record<Name, readonly string[]>);
}

function listAnswers(state: ItemState): readonly StageAnswer[] {
  return STAGE_NAMES.flatMap((stage): readonly StageAnswer[] => {
    const { answer, revision } = stageRecordOf(state, stage);
    const document = describeAnswer(state, stage);
    if (answer === undefined || document === undefined) return [];
    const pullRequest = state.receipts[documentPullRequestKey(state, stage, revision)]?.pullRequest;
    return [{ stage, hash: answer.hash, ...document, ...(pullRequest === undefined ? {} : { pullRequest }) }];
  });
}
