import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { PipelineServices } from './pipeline-services.ts';
import { listWaitingGates } from './work-items.ts';
import { createTreeItem } from '../tree/create-tree-item.ts';
import { listItemParts, listWorkItemChildren, listWorkItemRoots, type WorkItemNode } from './work-item-nodes.ts';
import { presentWorkItemNode } from './work-item-presentation.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import type { DocumentServices } from './read-work-document.ts';
import { WORK_ITEM_SCHEME } from './work-document-uri.ts';

type Services = Pick<PipelineServices, 'engines' | 'log' | 'pipelines' | 'store' | 'workItems'>;

/** State changes are collected for this long before the view is redrawn, in milliseconds. */
const REDRAW_MS = 30;

/** Registers the view of work items and the documents that it opens. */
export function registerWorkItems(services: Services): vscode.Disposable {
  const { store } = services;
  const changed = new vscode.EventEmitter<undefined>();
  const view = vscode.window.createTreeView('holdfast.workItems', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (node: WorkItemNode) => createTreeItem(node.id, presentWorkItemNode(node)),
      getChildren: async (node?: WorkItemNode) => [
        ...(node ? await listChildren(services, node) : listWorkItemRoots(store.state)),
      ],
    },
  });
  let redraw: NodeJS.Timeout | undefined;
  let isUsed = false;
  const draw = (): void => {
    redraw = undefined;
    changed.fire(undefined);
    const count = listWaitingGates(store.state).length;
    const tooltip =
      count === 1 ? l10n.t('1 work item waits for you') : l10n.t('{0} decisions about work items wait for you', count);
    view.badge = count > 0 ? { value: count, tooltip } : undefined;
    void vscode.commands.executeCommand('setContext', 'holdfast.gates', count);
    isUsed ||= hasWorkItems(store.state);
    void vscode.commands.executeCommand('setContext', 'holdfast.workItems', isUsed ? 'ready' : 'empty');
  };
  const subscription = store.subscribe((state, previous) => {
    const isSame = state.folders.every(
      (folder, index) =>
        folder.workItems === previous.folders[index]?.workItems &&
        folder.workItemSteps === previous.folders[index]?.workItemSteps,
    );
    if (!isSame || state.folders.length !== previous.folders.length || state.trusted !== previous.trusted)
      redraw ??= setTimeout(draw, REDRAW_MS);
  });
  const readUnknown = async (): Promise<void> => {
    // A folder without contracts gets its engine only once the person looks at the view.
    if (!view.visible) return;
    const unknown = store.state.folders.filter(({ status, workItems }) => status !== 'loading' && !workItems);
    for (const { folder } of unknown) await (await services.workItems()).refresh(folder, 'change');
  };
  const onVisible = view.onDidChangeVisibility(() => {
    readUnknown().catch((error: unknown) => services.log.warn(formatFailure(toFailure(error))));
  });
  draw();
  return vscode.Disposable.from(view, changed, subscription, onVisible, registerWorkDocuments(services), {
    dispose: () => clearTimeout(redraw),
  });
}

async function listChildren(
  services: Pick<PipelineServices, 'log' | 'workItems'>,
  node: WorkItemNode,
): Promise<readonly WorkItemNode[]> {
  if (node.kind !== 'item') return listWorkItemChildren(node);
  try {
    return listItemParts(node, await (await services.workItems()).details(node.target));
  } catch (error) {
    const text = formatFailure(toFailure(error));
    services.log.warn(text);
    return [{ kind: 'note', id: `${node.id}\nfailed`, text, detail: '', icon: 'warning' }];
  }
}

/**
 * [EDIT-1] Whether the view and its commands are shown: only once there is a work item, or a server that the person configured.
 * A folder without git cannot have one, so a failure to read says nothing.
 */
function hasWorkItems({ folders }: PipelineServices['store']['state']): boolean {
  return folders.some(({ workItems }) => {
    if (workItems?.kind === 'listed') return workItems.items.length > 0 || workItems.problem !== undefined;
    return workItems?.kind === 'remote' || (workItems?.kind === 'failed' && workItems.canSignIn === true);
  });
}

/** Provides the documents of work items, including those in tabs that VS Code restored after a reload. */
function registerWorkDocuments(services: DocumentServices): vscode.Disposable {
  const loadReader = memoizeUntilFailure(async () => {
    const { WorkDocumentReader } = await import('./read-work-document.ts');
    return new WorkDocumentReader(services);
  });
  return vscode.workspace.registerTextDocumentContentProvider(WORK_ITEM_SCHEME, {
    provideTextDocumentContent: async (uri) => (await loadReader()).read(uri),
  });
}
