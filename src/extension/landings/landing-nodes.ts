import * as l10n from '@vscode/l10n';
import type { LandingState, PastLanding } from '../../engine.ts';
import { formatCost } from '../base/report-labels.ts';
import { formatShortTime } from '../base/short-time.ts';
import type { PastLandingTarget } from '../state/target.ts';
import type { NodePresentation } from '../tree/presentation.ts';

/** A node of the view of landings. The commands receive it with its `target`. */
export type LandingNode =
  | { readonly kind: 'folder'; readonly id: string; readonly folder: string; readonly name: string }
  | { readonly kind: 'note'; readonly id: string; readonly text: string }
  | { readonly kind: 'landing'; readonly id: string; readonly landing: PastLanding; readonly target: PastLandingTarget }
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly path: string;
      readonly target: PastLandingTarget & { readonly file: string };
    };

const ICONS: Readonly<Record<LandingState, { readonly icon: string; readonly color?: string }>> = {
  landed: { icon: 'git-commit', color: 'testing.iconPassed' },
  undone: { icon: 'discard' },
  elsewhere: { icon: 'git-branch' },
};

export function stateLabel(state: LandingState): string {
  switch (state) {
    case 'landed':
      return l10n.t('landed');
    case 'undone':
      return l10n.t('undone');
    case 'elsewhere':
      return l10n.t('not in the current files');
  }
}

/** The landings of a folder as nodes, newest first. */
export function toLandingNodes(folder: string, landings: readonly PastLanding[]): readonly LandingNode[] {
  return landings.map((landing) => ({
    kind: 'landing',
    id: `${folder}\n${landing.id}`,
    landing,
    target: { folder, landing: landing.id },
  }));
}

/** The files of a landing as nodes. */
export function toFileNodes({
  id,
  landing,
  target,
}: LandingNode & { readonly kind: 'landing' }): readonly LandingNode[] {
  return landing.files.map((path) => ({ kind: 'file', id: `${id}\n${path}`, path, target: { ...target, file: path } }));
}

/** @param now the time that short times refer to */
export function presentLandingNode(node: LandingNode, now: Date): NodePresentation {
  switch (node.kind) {
    case 'folder':
      return {
        label: node.name,
        icon: 'root-folder',
        contextValue: 'folder',
        expands: 'open',
        accessibleLabel: l10n.t('Folder {0}', node.name),
      };
    case 'note':
      return {
        label: node.text,
        tooltip: node.text,
        icon: 'warning',
        contextValue: 'note',
        expands: 'no',
        accessibleLabel: node.text,
      };
    case 'file':
      return {
        label: node.path.slice(node.path.lastIndexOf('/') + 1),
        description: node.path.slice(0, Math.max(0, node.path.lastIndexOf('/'))),
        tooltip: node.path,
        icon: 'file',
        contextValue: 'landingFile',
        expands: 'no',
        accessibleLabel: l10n.t('File {0}', node.path),
        opens: { kind: 'command', command: 'holdfast.showLanding', argument: { target: node.target } },
      };
    case 'landing':
      return presentLanding(node.landing, now);
  }
}

function presentLanding(landing: PastLanding, now: Date): NodePresentation {
  const title = landing.chunks.map((chunk) => chunk.title).join(', ') || landing.title;
  const time = formatShortTime(landing.landedAt, now);
  const state = landing.state === 'landed' ? [] : [stateLabel(landing.state)];
  const description = [...state, time, ...describeCost(landing)].join(' · ');
  return {
    label: title,
    description,
    tooltip: describeLanding(landing),
    ...ICONS[landing.state],
    contextValue: `landing.${landing.state}`,
    expands: 'closed',
    accessibleLabel: `${title}, ${stateLabel(landing.state)}, ${[time, ...describeCost(landing)].join(', ')}`,
  };
}

function describeCost({ attempts, costUsd }: PastLanding): readonly string[] {
  if (attempts === undefined) return [];
  const count = attempts === 1 ? l10n.t('1 attempt') : l10n.t('{0} attempts', attempts);
  return [count, ...(costUsd === undefined || costUsd === null ? [] : [formatCost(costUsd)])];
}

/** Everything that is known about a landing, one fact a line. */
function describeLanding(landing: PastLanding): string {
  const { author, branch, commit, contract, models, undoneAt, undoneCommit } = landing;
  const time = new Date(landing.landedAt).toLocaleString();
  return [
    landing.title,
    author === undefined ? l10n.t('Landed {0}', time) : l10n.t('Landed {0} by {1}', time, author),
    ...(contract === undefined ? [] : [l10n.t('Contract: {0}', contract)]),
    l10n.t('Chunks: {0}', landing.chunks.map(({ id }) => id).join(', ')),
    ...(commit === undefined ? [l10n.t('Not committed')] : [l10n.t('Commit: {0}', commit.slice(0, 10))]),
    ...(branch === undefined ? [] : [l10n.t('Branch: {0}', branch)]),
    ...(models.length === 0 ? [] : [l10n.t('Model: {0}', models.join(', '))]),
    ...(undoneAt === undefined ? [] : [l10n.t('Undone {0}', new Date(undoneAt).toLocaleString())]),
    ...(undoneCommit === undefined ? [] : [l10n.t('Reverted in: {0}', undoneCommit.slice(0, 10))]),
  ].join('\n');
}
