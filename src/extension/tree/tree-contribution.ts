import * as vscode from 'vscode';
import { locationToTextRange } from '../base/text-range.ts';
import { countPendingDecisions } from '../state/pending-decisions.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { presentNode } from './node-presentation.ts';
import { listChildNodes, listRootNodes, type TreeNode } from './tree-nodes.ts';

/** State changes are collected for this long before the tree is redrawn, in milliseconds. */
const REDRAW_MS = 30;

/** Registers the tree of contracts, chunks and assertions. */
export function registerTree(store: WorkspaceStore): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: createTreeItem,
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
    void vscode.commands.executeCommand('setContext', 'holdfast.state', computeViewState(store));
  };
  const subscription = store.subscribe(() => (redraw ??= setTimeout(draw, REDRAW_MS)));
  draw();
  return vscode.Disposable.from(view, changed, subscription, { dispose: () => clearTimeout(redraw) });
}

/** The value of the context key for welcome views and menus. */
function computeViewState(store: WorkspaceStore): 'loading' | 'empty' | 'ready' {
  const { folders } = store.state;
  if (folders.some((folder) => folder.contracts.length > 0 || folder.status === 'failed')) return 'ready';
  return folders.some((folder) => folder.status === 'loading') ? 'loading' : 'empty';
}

function createTreeItem(node: TreeNode): vscode.TreeItem {
  const presentation = presentNode(node);
  const item = new vscode.TreeItem(presentation.label, toCollapsibleState(presentation.expands));
  item.id = node.id;
  if (presentation.description !== undefined) item.description = presentation.description;
  if (presentation.tooltip !== undefined) item.tooltip = presentation.tooltip;
  item.iconPath = new vscode.ThemeIcon(
    presentation.icon,
    presentation.color ? new vscode.ThemeColor(presentation.color) : undefined,
  );
  item.contextValue = presentation.contextValue;
  item.accessibilityInformation = { label: presentation.accessibleLabel };
  if (presentation.opens?.kind === 'command')
    item.command = { title: 'Open', command: presentation.opens.command, arguments: [presentation.opens.argument] };
  if (presentation.opens?.kind === 'location') {
    const { folder, location } = presentation.opens;
    const { start } = locationToTextRange(location);
    const selection = new vscode.Range(start.line, start.character, start.line, start.character);
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), location.file);
    const options: vscode.TextDocumentShowOptions = { selection, preserveFocus: true };
    item.command = { title: 'Open', command: 'vscode.open', arguments: [uri, options] };
  }
  return item;
}

function toCollapsibleState(expands: 'no' | 'open' | 'closed'): vscode.TreeItemCollapsibleState {
  switch (expands) {
    case 'no':
      return vscode.TreeItemCollapsibleState.None;
    case 'open':
      return vscode.TreeItemCollapsibleState.Expanded;
    case 'closed':
      return vscode.TreeItemCollapsibleState.Collapsed;
  }
}
