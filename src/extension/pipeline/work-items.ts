import * as l10n from '@vscode/l10n';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { PipelineProblem, WaitingDecision, WorkItem } from '../../pipeline.ts';
import type { ShownFailure } from '../base/failure.ts';
import type { WaitingApproval } from '../state/approvals.ts';

/** What is known about the work items of a folder. */
export type WorkItemsState =
  /** The items are on a server that is called only if the person wants it. */
  | { readonly kind: 'remote' }
  | {
      readonly kind: 'failed';
      readonly failure: ShownFailure;
      /** Whether a sign-in to the server can help. */
      readonly canSignIn?: boolean | undefined;
    }
  | {
      readonly kind: 'listed';
      readonly forge: 'local' | 'github';
      readonly items: readonly WorkItem[];
      /** What stops all items, such as a malformed configuration. */
      readonly problem?: PipelineProblem | undefined;
      /** Differs after each reading, because what belongs to an item may change although the item does not. */
      readonly revision: number;
    };

/** A work item of a folder, or a part of it. */
export interface WorkItemTarget {
  readonly folder: string;
  readonly item: string;
  /** Identifies one waiting decision. */
  readonly hash?: string | undefined;
  /** The stage whose document is meant. */
  readonly stage?: StageName | undefined;
  readonly subItem?: string | undefined;
  readonly pullRequest?: number | undefined;
}

/** A decision about a stage or a change that waits for a person. */
export interface WaitingGate {
  readonly target: WorkItemTarget & { readonly hash: string };
  readonly item: WorkItem;
  readonly decision: WaitingDecision;
}

/** A workspace folder, as far as its work items are concerned. */
interface FolderWithItems {
  readonly folder: string;
  readonly workItems?: WorkItemsState | undefined;
}

/** The items of a folder that are known. */
export function listWorkItems({ workItems }: Pick<FolderWithItems, 'workItems'>): readonly WorkItem[] {
  return workItems?.kind === 'listed' ? workItems.items : [];
}

/** The decisions of all folders that wait for a person, in the order of the items. */
export function listWaitingGates({
  folders,
}: {
  readonly folders: readonly FolderWithItems[];
}): readonly WaitingGate[] {
  return folders.flatMap((folder) =>
    listWorkItems(folder).flatMap((item) =>
      (item.progress?.decisions ?? []).map((decision) => toWaitingGate(folder.folder, item, decision)),
    ),
  );
}

export function toWaitingGate(folder: string, item: WorkItem, decision: WaitingDecision): WaitingGate {
  const { hash, stage, subItem } = decision;
  return { target: { folder, item: item.id, hash, stage, subItem }, item, decision };
}

/** A decision as parts of the window show it that know nothing of work items. */
export function describeGate({ target, item, decision }: WaitingGate): WaitingApproval {
  return { label: `#${item.id} ${nameDocument(decision.stage)}`, target };
}

export function findWorkItem(
  { folders }: { readonly folders: readonly FolderWithItems[] },
  target: WorkItemTarget,
): WorkItem | undefined {
  const folder = folders.find((candidate) => candidate.folder === target.folder);
  return folder && listWorkItems(folder).find(({ id }) => id === target.item);
}

const stageLabels = (): Readonly<Record<StageName, string>> => ({
  intake: l10n.t('Intake'),
  architecture: l10n.t('Architecture'),
  interfaces: l10n.t('Interfaces'),
  planning: l10n.t('Planning'),
  generation: l10n.t('Generation'),
  scenarios: l10n.t('Scenarios'),
  review: l10n.t('Review'),
  integration: l10n.t('Integration'),
});

/** All stages in their order. */
export const STAGES = Object.keys(stageLabels()) as readonly StageName[];

/** The name of a stage as a heading. */
export function labelStage(stage: StageName): string {
  return stageLabels()[stage];
}

const documentNames = (): Readonly<Record<StageName, string>> => ({
  intake: l10n.t('classification'),
  architecture: l10n.t('specification'),
  interfaces: l10n.t('interfaces'),
  planning: l10n.t('plan'),
  generation: l10n.t('change'),
  scenarios: l10n.t('change'),
  review: l10n.t('change'),
  integration: l10n.t('change'),
});

/** What a stage produces, as a noun. */
export function nameDocument(stage: StageName): string {
  return documentNames()[stage];
}

/** What a person decides, as a noun phrase: `the specification`, or `the change "types"`. */
export function nameDecision({ stage, subItem }: Pick<WaitingDecision, 'stage' | 'subItem'>): string {
  return subItem === undefined
    ? l10n.t('the {0}', nameDocument(stage))
    : l10n.t('the {0} of "{1}"', nameDocument(stage), subItem);
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A cost in US dollars for a label. `null` if the price of a model is unknown. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return l10n.t('unknown cost');
  return usd > 0 && usd < 0.01 ? '< $0.01' : `$${usd.toFixed(2)}`;
}
