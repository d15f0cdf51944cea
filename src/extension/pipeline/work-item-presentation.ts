import * as l10n from '@vscode/l10n';
import type { WorkItem, WorkSubItem } from '../../pipeline.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandId } from '../base/command-ids.ts';
import { formatFailure } from '../base/failure.ts';
import { capitalize, formatUsd, labelStage, nameDecision, nameDocument } from './work-items.ts';
import type { NodePresentation } from '../tree/presentation.ts';
import { findHoldoutGap } from './judgement-view.ts';
import type { ItemNode, WorkItemNode } from './work-item-nodes.ts';

interface Appearance {
  readonly icon: string;
  readonly color: string;
}

const GREEN = 'testing.iconPassed';
const RED = 'testing.iconFailed';
const QUIET = 'testing.iconUnset';
const BUSY = 'charts.blue';
const ATTENTION = 'charts.yellow';

/** The icon of everything that waits for a person in this view. */
const WAITING: Appearance = { icon: 'eye', color: ATTENTION };

/** Decides how a node of the view is shown. */
export function presentWorkItemNode(node: WorkItemNode): NodePresentation {
  switch (node.kind) {
    case 'note':
      return {
        label: node.text,
        description: node.detail,
        tooltip: [node.text, node.detail].join('\n').trim(),
        icon: node.icon,
        color: node.icon === 'cloud-download' || node.icon === 'github' ? QUIET : ATTENTION,
        contextValue: 'note',
        expands: 'no',
        accessibleLabel: `${node.text}. ${node.detail}`.trim(),
        ...(node.command === undefined ? {} : { opens: { kind: 'command', command: node.command } }),
      };
    case 'folder':
      return {
        label: node.folder.name,
        icon: 'root-folder',
        contextValue: 'folder',
        expands: 'open',
        accessibleLabel: l10n.t('Folder {0}', node.folder.name),
      };
    case 'group': {
      const label = node.stage === undefined ? l10n.t('Not started') : labelStage(node.stage);
      return {
        label,
        description: String(node.items.length),
        icon: 'layers',
        contextValue: 'group',
        expands: 'open',
        accessibleLabel: `${label}, ${formatCount(node.items.length, l10n.t('work item'), l10n.t('work items'))}`,
      };
    }
    case 'item':
      return presentItem(node);
    case 'decision': {
      const label = l10n.t('Approve or reject {0}', nameDecision(node.decision));
      return {
        label,
        description: node.decision.hash.slice(0, 7),
        tooltip: l10n.t('{0}. A click shows it.', label),
        ...WAITING,
        contextValue: 'decision',
        expands: 'no',
        accessibleLabel: label,
        opens: opens('holdfast.showWorkDocument', node.target),
      };
    }
    case 'document': {
      const label = capitalize(nameDocument(node.answer.stage));
      const pullRequest =
        node.answer.pullRequest === undefined ? '' : l10n.t('pull request #{0}', node.answer.pullRequest);
      return {
        label,
        description: pullRequest,
        icon: node.answer.language === 'typescript' ? 'symbol-interface' : 'file',
        color: QUIET,
        contextValue: 'document',
        expands: node.answer.pullRequest === undefined ? 'no' : 'closed',
        accessibleLabel: [l10n.t('Document'), label, pullRequest].filter(Boolean).join(' '),
        opens: opens('holdfast.showWorkDocument', node.target),
      };
    }
    case 'sub-item':
      return presentSubItem(node.subItem, node.target);
    case 'pull-request':
      return {
        label: l10n.t('Pull request #{0}', node.number),
        icon: 'git-pull-request',
        color: QUIET,
        contextValue: 'pullRequest',
        expands: 'no',
        accessibleLabel: l10n.t('Pull request {0}: {1}', node.number, node.title),
        opens: opens('holdfast.showWorkDocument', node.target),
      };
  }
}

function opens(command: CommandId, argument: unknown): NonNullable<NodePresentation['opens']> {
  return { kind: 'command', command, argument };
}

function presentItem({ item, step, target }: ItemNode): NodePresentation {
  const status = describeItem(item, step);
  const cost = item.progress === undefined || item.progress.costUsd === 0 ? '' : formatUsd(item.progress.costUsd);
  return {
    label: item.title,
    description: [`#${item.id}`, status.text, cost].filter(Boolean).join(' · '),
    tooltip: [`#${item.id} ${item.title}`, status.detail ?? status.text, item.labels.join(', ')]
      .filter(Boolean)
      .join('\n'),
    icon: status.icon,
    color: status.color,
    contextValue: `item.${status.kind}`,
    expands: item.progress === undefined ? 'no' : 'closed',
    accessibleLabel: l10n.t('Work item {0}, {1}, {2}', item.id, item.title, status.text),
    opens: opens('holdfast.showTimeline', target),
  };
}

/** What a menu of an item offers depends on this kind. */
export type ItemStatusKind =
  | 'new'
  | 'unreadable'
  | 'running'
  | 'processing'
  | 'conflict'
  | 'waiting'
  | 'failed'
  | 'ready'
  | 'finished'
  | 'cancelled';

interface ItemStatus extends Appearance {
  readonly kind: ItemStatusKind;
  readonly text: string;
  readonly detail?: string | undefined;
}

/** The status of an item in a few words. */
export function describeItem({ progress, problem }: WorkItem, step: string | undefined): ItemStatus {
  const busy = { icon: 'sync~spin', color: BUSY };
  if (step !== undefined) return { kind: 'running', text: step, ...busy };
  if (problem !== undefined) {
    const text = l10n.t('its state cannot be read');
    return { kind: 'unreadable', text, detail: formatFailure(problem), icon: 'error', color: RED };
  }
  if (progress === undefined)
    return { kind: 'new', text: l10n.t('not started'), icon: 'circle-large-outline', color: QUIET };
  if (progress.isProcessing) return { kind: 'processing', text: l10n.t('another process works on it'), ...busy };
  if (progress.isLabelConflict) {
    const detail = l10n.t('People changed its labels against its state. Restore them, or approve or restart the item.');
    return { kind: 'conflict', text: l10n.t('labels contradict its state'), detail, icon: 'warning', color: ATTENTION };
  }
  switch (progress.status) {
    case 'failed': {
      const text = progress.failure === undefined ? 'failed' : l10n.t('failed: ') + firstLine(progress.failure.message);
      return { kind: 'failed', text, detail: progress.failure?.message, icon: 'error', color: RED };
    }
    case 'finished':
      return { kind: 'finished', text: l10n.t('finished'), icon: 'pass', color: GREEN };
    case 'cancelled':
      return { kind: 'cancelled', text: l10n.t('cancelled'), icon: 'circle-slash', color: QUIET };
    case 'waiting':
    case 'active': {
      if (progress.decisions.length > 0) {
        const text =
          formatCount(progress.decisions.length, l10n.t('decision waits'), l10n.t('decisions wait')) +
          l10n.t(' for you');
        return { kind: 'waiting', text, ...WAITING };
      }
      if (progress.status === 'active')
        return { kind: 'ready', text: l10n.t('ready'), icon: 'play-circle', color: BUSY };
      return { kind: 'waiting', text: l10n.t('waits'), icon: 'clock', color: QUIET };
    }
  }
}

const subItemStatus = (): Readonly<Record<WorkSubItem['status'], Appearance & { readonly text: string }>> => ({
  active: { text: l10n.t('in progress'), icon: 'play-circle', color: BUSY },
  waiting: { text: l10n.t('waits for review'), ...WAITING },
  failed: { text: l10n.t('failed'), icon: 'error', color: RED },
  merged: { text: l10n.t('merged'), icon: 'git-merge', color: GREEN },
  rejected: { text: l10n.t('rejected'), icon: 'circle-slash', color: RED },
  invalidated: { text: l10n.t('invalidated'), icon: 'circle-slash', color: QUIET },
});

/** The status of a sub-item in a few words. */
export function describeSubItem(
  subItem: WorkSubItem,
): Appearance & { readonly text: string; readonly isStarted: boolean } {
  const { status, stage, attempts } = subItem;
  // A sub-item that a stage after generation sent back has no attempts, but a change.
  const isStarted = status !== 'active' || attempts > 0 || subItem.commit !== undefined;
  const notStarted = { text: l10n.t('not started'), icon: 'circle-large-outline', color: QUIET };
  if (!isStarted) return { ...notStarted, isStarted };
  const shown = subItemStatus()[status];
  // Before integration there is no pull request to review: the person approves the change.
  if (status !== 'waiting' || stage === 'integration') return { ...shown, isStarted };
  const isUnguarded = stage === 'scenarios' && findHoldoutGap(subItem) !== undefined;
  return {
    ...shown,
    text: isUnguarded ? l10n.t('waits: holdout not enforced') : l10n.t('waits for approval'),
    isStarted,
  };
}

function presentSubItem(
  subItem: WorkSubItem,
  target: Extract<WorkItemNode, { kind: 'sub-item' }>['target'],
): NodePresentation {
  const { text, icon, color } = describeSubItem(subItem);
  const attempts = subItem.attempts === 0 ? '' : formatCount(subItem.attempts, l10n.t('attempt'), l10n.t('attempts'));
  const description = [subItem.stage, text, attempts].filter(Boolean).join(' · ');
  const judgements = [...(subItem.judgements ?? []), ...(subItem.warnings ?? [])];
  const hasChange = subItem.commit !== undefined && subItem.baseCommit !== undefined;
  const after = subItem.dependsOn.length === 0 ? '' : l10n.t('After {0}', subItem.dependsOn.join(', '));
  return {
    label: subItem.title,
    description,
    tooltip: [`${subItem.title} (${subItem.id})`, description, after, subItem.branch ?? '', ...judgements]
      .filter(Boolean)
      .join('\n'),
    icon,
    color,
    contextValue: hasChange ? 'subItem.change' : 'subItem',
    expands: subItem.pullRequest === undefined ? 'no' : 'closed',
    accessibleLabel: l10n.t('Sub-item {0}, {1}', subItem.title, description),
    ...(hasChange ? { opens: opens('holdfast.showWorkDocument', target) } : {}),
  };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
