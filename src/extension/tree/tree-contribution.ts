import * as vscode from 'vscode';
import { countPendingDecisions } from '../state/pending-decisions.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { createTreeItem } from './create-tree-item.ts';
import { presentNode } from './node-presentation.ts';
import { findPath, listChildNodes, listRootNodes, type TreeNode } from './tree-nodes.ts';
import { computeViewState } from './view-state.ts';

/** State changes are collected for this long before the tree is redrawn, in milliseconds. */
const REDRAW_MS = 30;

/** Registers the tree of contracts, chunks, assertions and sessions. A review that is opened is revealed with its verdict. */
export function registerTree(store: WorkspaceStore): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  let revealed: readonly TreeNode[] = [];
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => createTreeItem(node.id, presentNode(node)),
    getChildren: (node) => [...(node ? listChildNodes(node, store.state) : listRootNodes(store.state))],
    // The editor reads it of what is revealed, and of its parents.
    getParent: ({ id }) => revealed[revealed.findIndex((node) => node.id === id) - 1],
  };
  const view = vscode.window.createTreeView('holdfast.contracts', {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
  let redraw: NodeJS.Timeout | undefined;
  let openedAt = 0;
  const revealReview = (): void => {
    const latest = Math.max(0, ...store.state.folders.map(({ openReview }) => openReview?.openedAt ?? 0));
    if (latest <= openedAt) return;
    openedAt = latest;
    revealed = findPath(store.state, (node) => 'open' in node && node.open?.openedAt === latest);
    const node = revealed.at(-1);
    if (node !== undefined) void view.reveal(node, { select: true, focus: false, expand: true });
  };
  const draw = (): void => {
    redraw = undefined;
    changed.fire(undefined);
    revealReview();
    const pending = countPendingDecisions(store.state);
    view.badge = pending.count > 0 ? { value: pending.count, tooltip: pending.labels.join(', ') } : undefined;
    void vscode.commands.executeCommand('setContext', 'holdfast.state', computeViewState(store.state));
  };
  const subscription = store.subscribe(() => (redraw ??= setTimeout(draw, REDRAW_MS)));
  draw();
  return vscode.Disposable.from(view, changed, subscription, { dispose: () => clearTimeout(redraw) });
}
