import * as l10n from '@vscode/l10n';
import type { TimelineEntry, WorkItemDetails, WorkSubItem, SafetyReason } from '../../pipeline.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type {
  TimelineAction,
  TimelineEntryView,
  TimelineView,
} from '../../webview/pipeline/protocol/timeline-panel-data.ts';
import { capitalize, formatUsd, labelStage, nameDecision, nameDocument, STAGES } from './work-items.ts';
import { createJudgementView } from './judgement-view.ts';
import { describeItem, describeSubItem, type ItemStatusKind } from './work-item-presentation.ts';

type StatusView = TimelineView['status'];

const ITEM_TONES: Readonly<Record<ItemStatusKind, StatusView['tone']>> = {
  new: 'quiet',
  unreadable: 'bad',
  running: 'busy',
  processing: 'busy',
  conflict: 'attention',
  waiting: 'attention',
  failed: 'bad',
  ready: 'busy',
  finished: 'good',
  cancelled: 'quiet',
};

const ACTIONS: Readonly<Record<ItemStatusKind, readonly TimelineAction[]>> = {
  new: ['run'],
  unreadable: [],
  running: ['cancel'],
  processing: ['cancel'],
  conflict: ['restart', 'cancel'],
  waiting: ['run', 'restart', 'cancel'],
  failed: ['run', 'restart', 'cancel'],
  ready: ['run', 'step', 'restart', 'cancel'],
  finished: ['restart'],
  cancelled: ['restart'],
};

const SUB_ITEM_TONES: Readonly<Record<WorkSubItem['status'], StatusView['tone']>> = {
  active: 'busy',
  waiting: 'attention',
  failed: 'bad',
  merged: 'good',
  rejected: 'bad',
  invalidated: 'quiet',
};

const entryStatus = (): Readonly<Record<TimelineEntry['kind'], StatusView>> => ({
  transition: { tone: 'busy', icon: 'arrow-right', label: l10n.t('Transition') },
  attempt: { tone: 'quiet', icon: 'beaker', label: l10n.t('Attempt') },
  gate: { tone: 'attention', icon: 'eye', label: l10n.t('Decision') },
  effect: { tone: 'quiet', icon: 'cloud-upload', label: l10n.t('Effect') },
  call: { tone: 'quiet', icon: 'comment', label: l10n.t('Model call') },
});

const safetySources = (): Readonly<Record<SafetyReason['source'], string>> => ({
  classification: l10n.t('classification'),
  module: l10n.t('safety-critical module'),
  'planned-file': l10n.t('planned file'),
  'changed-file': l10n.t('changed file'),
});

/** The view of one work item. @param step the last line of progress, if this window works on the item */
export function createTimelineView(
  details: WorkItemDetails,
  step: string | undefined,
  isTrusted: boolean,
): TimelineView {
  const { progress } = details;
  const status = describeItem(details, step);
  return {
    id: details.id,
    title: details.title,
    status: {
      tone: ITEM_TONES[status.kind],
      icon: status.icon.replace('~spin', ''),
      // The page shows the whole failure below.
      label: status.kind === 'failed' ? 'failed' : status.text,
    },
    ...(step === undefined ? {} : { progress: step }),
    facts: createFacts(details),
    stages: STAGES.map((stage) => ({ name: labelStage(stage), state: stateOfStage(details, stage) })),
    safety: details.safety.map(({ source, detail }) => `${detail} (${safetySources()[source]})`),
    ...(progress?.failure === undefined ? {} : { failure: progress.failure.message }),
    decisions: (progress?.decisions ?? []).map((decision) => {
      const { hash, stage, subItem, pullRequest } = decision;
      const place = pullRequest === undefined ? '' : l10n.t(' (pull request #{0})', pullRequest);
      return {
        label: l10n.t('Approve or reject {0}{1}.', nameDecision(decision), place),
        part: { hash, stage, subItem },
      };
    }),
    documents: details.answers.map(({ stage, hash }) => ({
      label: capitalize(nameDocument(stage)),
      part: { stage, hash },
    })),
    subItems: details.subItems.map(toSubItemView),
    judgements: details.subItems.flatMap((subItem) => createJudgementView(subItem) ?? []),
    costs: details.cost.map(({ stage, subItem, usd, unsettledUsd, executions }) => ({
      place: formatPlace(stage, subItem),
      cost: formatUsd(usd),
      executions,
      note: unsettledUsd > 0 ? l10n.t('{0} reserved by executions that never ended', formatUsd(unsettledUsd)) : '',
    })),
    entries: details.timeline.toReversed().map(toEntryView),
    actions: isTrusted ? [...ACTIONS[status.kind]] : [],
    canDecide: isTrusted,
  };
}

function createFacts({ progress, labels, subItems }: WorkItemDetails): TimelineView['facts'] {
  if (!progress) return [{ name: l10n.t('Labels'), value: labels.join(', ') || 'none' }];
  const delivered = subItems.filter(({ status }) => status === 'merged').length;
  return [
    { name: l10n.t('Stage'), value: labelStage(progress.stage) },
    { name: l10n.t('Round'), value: String(progress.round) },
    { name: l10n.t('Cost'), value: formatUsd(progress.costUsd) },
    ...(subItems.length === 0
      ? []
      : [{ name: l10n.t('Merged'), value: l10n.t('{0} of {1}', delivered, subItems.length) }]),
  ];
}

function stateOfStage({ progress }: WorkItemDetails, stage: StageName): TimelineView['stages'][number]['state'] {
  if (!progress) return 'later';
  if (progress.status === 'finished') return 'done';
  const distance = STAGES.indexOf(stage) - STAGES.indexOf(progress.stage);
  return distance < 0 ? 'done' : distance === 0 ? 'current' : 'later';
}

function toSubItemView(subItem: WorkSubItem): TimelineView['subItems'][number] {
  const { id, title, status, stage, attempts, dependsOn, commit, baseCommit, pullRequest } = subItem;
  const { text, icon, isStarted } = describeSubItem(subItem);
  const hasChange = commit !== undefined && baseCommit !== undefined;
  return {
    title,
    status: { tone: isStarted ? SUB_ITEM_TONES[status] : 'quiet', icon, label: text },
    stage: labelStage(stage),
    attempts,
    dependsOn: dependsOn.join(', '),
    ...(hasChange ? { part: { subItem: id } } : {}),
    ...(pullRequest === undefined ? {} : { pullRequest }),
  };
}

function toEntryView({ at, kind, stage, subItem, text, costUsd }: TimelineEntry): TimelineEntryView {
  return {
    at,
    isDetail: kind === 'effect' || kind === 'call',
    status: entryStatus()[kind],
    place: formatPlace(stage, subItem),
    text,
    ...(costUsd === undefined ? {} : { cost: formatUsd(costUsd) }),
  };
}

function formatPlace(stage: StageName, subItem: string | undefined): string {
  return subItem === undefined ? labelStage(stage) : `${labelStage(stage)} · ${subItem}`;
}
