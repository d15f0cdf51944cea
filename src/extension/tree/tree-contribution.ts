import * as vscode from 'vscode';
import { countPendingDecisions } from '../state/pending-decisions.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { createTreeItem } from './create-tree-item.ts';
import { presentNode } from './node-presentation.ts';
import { listChildNodes, listRootNodes, type TreeNode } from './tree-nodes.ts';
import { computeViewState } from './view-state.ts';

/** State changes are collected for this long before the tree is redrawn, in milliseconds. */
const REDRAW_MS = 30;

/** Registers the tree of contracts, chunks and assertions. */
export function registerTree(store: WorkspaceStore): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => createTreeItem(node.id, presentNode(node)),
    getChildren: (node) => [...(node ? listChildNodes(node, store.state) : listRootNodes(store.state))],
  };
  const view = vscode.window.createTreeView('holdfast.contracts', {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
  let redraw: NodeJS.Timeout | undefined;
  const draw = (): void => {
    redraw = undefined;
    changed.fire(undefined);
    const pending = countPendingDecisions(store.state);
    view.badge = pending.count > 0 ? { value: pending.count, tooltip: pending.labels.join(', ') } : undefined;
    void vscode.commands.executeCommand('setContext', 'holdfast.state', computeViewState(store.state));
  };
  const subscription = store.subscribe(() => (redraw ??= setTimeout(draw, REDRAW_MS)));
  draw();
  return vscode.Disposable.from(view, changed, subscription, { dispose: () => clearTimeout(redraw) });
}
