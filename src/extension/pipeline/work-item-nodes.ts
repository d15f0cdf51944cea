import * as l10n from '@vscode/l10n';
import type { StageAnswer, WaitingDecision, WorkItem, WorkItemDetails, WorkSubItem } from '../../pipeline.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import { listWorkItems, nameDocument, STAGES, type WorkItemTarget } from './work-items.ts';
import type { FolderWithItems, WorkItemWindow } from './work-item-store.ts';

/** A node of the view of work items. Nodes that commands act on carry the command's argument as `target`. */
export type WorkItemNode =
  | {
      readonly kind: 'note';
      readonly id: string;
      readonly text: string;
      readonly detail: string;
      readonly icon: string;
      readonly command?: string | undefined;
    }
  | { readonly kind: 'folder'; readonly id: string; readonly folder: FolderWithItems }
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly stage: StageName | undefined;
      readonly items: readonly ItemNode[];
    }
  | ItemNode
  | {
      readonly kind: 'decision';
      readonly id: string;
      readonly decision: WaitingDecision;
      readonly target: WorkItemTarget;
    }
  | { readonly kind: 'document'; readonly id: string; readonly answer: StageAnswer; readonly target: WorkItemTarget }
  | { readonly kind: 'sub-item'; readonly id: string; readonly subItem: WorkSubItem; readonly target: WorkItemTarget }
  | {
      readonly kind: 'pull-request';
      readonly id: string;
      readonly number: number;
      readonly title: string;
      readonly target: WorkItemTarget;
    };

export interface ItemNode {
  readonly kind: 'item';
  readonly id: string;
  readonly item: WorkItem;
  /** The last line of progress, if this window works on the item. */
  readonly step: string | undefined;
  readonly target: WorkItemTarget;
}

/** The roots of the view: the workspace folders, or the content of the only folder. */
export function listWorkItemRoots(state: WorkItemWindow): readonly WorkItemNode[] {
  const folders = state.folders.filter(({ workItems }) => workItems !== undefined);
  const [only] = folders;
  const contents =
    only !== undefined && state.folders.length === 1
      ? listFolder(only)
      : folders.map((folder): WorkItemNode => ({ kind: 'folder', id: folder.folder, folder }));
  return state.trusted || contents.length === 0 ? contents : [restrictedNote(), ...contents];
}

const restrictedNote = (): WorkItemNode => ({
  kind: 'note',
  id: 'restricted',
  text: l10n.t('Restricted mode'),
  detail: l10n.t('Work items are shown only. Trust the workspace to run steps and to decide.'),
  icon: 'shield',
  command: 'workbench.trust.manage',
});

/** The children of a folder or of a stage. The children of an item need its details. */
export function listWorkItemChildren(node: WorkItemNode): readonly WorkItemNode[] {
  if (node.kind === 'folder') return listFolder(node.folder);
  if (node.kind === 'group') return node.items;
  if (node.kind === 'sub-item' && node.subItem.pullRequest !== undefined)
    return [createPullRequestNode(node.id, node.subItem.pullRequest, node.subItem.title, node.target)];
  if (node.kind === 'document' && node.answer.pullRequest !== undefined)
    return [createPullRequestNode(node.id, node.answer.pullRequest, nameDocument(node.answer.stage), node.target)];
  return [];
}

function listFolder(folder: FolderWithItems): readonly WorkItemNode[] {
  const { workItems } = folder;
  switch (workItems?.kind) {
    case undefined:
      return [];
    case 'remote':
      return [
        {
          kind: 'note',
          id: `${folder.folder}\nremote`,
          text: l10n.t('Load the work items from GitHub'),
          detail: l10n.t('Signs in to GitHub if necessary.'),
          icon: 'cloud-download',
          command: 'holdfast.refreshWorkItems',
        },
      ];
    case 'failed':
      return [
        createWarning(folder, workItems.failure),
        ...(workItems.canSignIn === true ? [createSignIn(folder)] : []),
      ];
    case 'listed': {
      const { problem } = workItems;
      return [...(problem === undefined ? [] : [createWarning(folder, problem)]), ...listGroups(folder)];
    }
  }
}

function createWarning(
  { folder }: FolderWithItems,
  { message, hint = '' }: { readonly message: string; readonly hint?: string | undefined },
): WorkItemNode {
  return { kind: 'note', id: `${folder}\nfailed`, text: message, detail: hint, icon: 'warning' };
}

function createSignIn({ folder }: FolderWithItems): WorkItemNode {
  return {
    kind: 'note',
    id: `${folder}\nsign-in`,
    text: l10n.t('Sign in to GitHub'),
    detail: '',
    icon: 'github',
    command: 'holdfast.refreshWorkItems',
  };
}

/** The items by stage, in the order of the stages. Items that are not in the pipeline come last. */
function listGroups(folder: FolderWithItems): readonly WorkItemNode[] {
  const nodes = listWorkItems(folder).map((item): ItemNode => ({
    kind: 'item',
    id: `${folder.folder}\nitem\n${item.id}`,
    item,
    step: folder.workItemSteps?.[item.id],
    target: { folder: folder.folder, item: item.id },
  }));
  return [...STAGES, undefined].flatMap((stage): readonly WorkItemNode[] => {
    const items = nodes.filter(({ item }) => item.progress?.stage === stage);
    return items.length === 0 ? [] : [{ kind: 'group', id: `${folder.folder}\ngroup\n${stage ?? ''}`, stage, items }];
  });
}

/** What belongs to an item: the decisions that wait, the documents of its stages, and its sub-items. */
export function listItemParts({ id, target }: ItemNode, details: WorkItemDetails): readonly WorkItemNode[] {
  const { folder, item } = target;
  const decisions = (details.progress?.decisions ?? []).map((decision): WorkItemNode => {
    const { hash, stage, subItem } = decision;
    return {
      kind: 'decision',
      id: `${id}\ndecision\n${hash}`,
      decision,
      target: { folder, item, hash, stage, subItem },
    };
  });
  const documents = details.answers.map((answer): WorkItemNode => {
    const { hash, stage } = answer;
    return { kind: 'document', id: `${id}\ndocument\n${stage}`, answer, target: { folder, item, hash, stage } };
  });
  const subItems = details.subItems.map((subItem): WorkItemNode => ({
    kind: 'sub-item',
    id: `${id}\nsub\n${subItem.id}`,
    subItem,
    target: { folder, item, subItem: subItem.id, pullRequest: subItem.pullRequest },
  }));
  return [...decisions, ...documents, ...subItems];
}

function createPullRequestNode(
  parent: string,
  number: number,
  title: string,
  { folder, item }: WorkItemTarget,
): WorkItemNode {
  return {
    kind: 'pull-request',
    id: `${parent}\npull-request\n${number}`,
    number,
    title,
    target: { folder, item, pullRequest: number },
  };
}
