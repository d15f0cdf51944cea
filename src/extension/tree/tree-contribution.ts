import * as vscode from 'vscode';
import { textRangeOfLocation } from '../diagnostics/text-range.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { waitingFor } from '../state/waiting.ts';
import { presentationOf } from './node-presentation.ts';
import { childNodes, rootNodes, type TreeNode } from './tree-nodes.ts';

/** Changes that come in one burst are drawn once. */
const REDRAW_MS = 30;

/** The tree of contracts, chunks and assertions, drawn from the store. */
export function registerTree(store: WorkspaceStore): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: treeItem,
    getChildren: (node) => [...(node ? childNodes(node, store.state) : rootNodes(store.state))],
  };
  const view = vscode.window.createTreeView('holdfast.contracts', {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
  let redraw: NodeJS.Timeout | undefined;
  const draw = (): void => {
    redraw = undefined;
    changed.fire(undefined);
    const waiting = waitingFor(store.state);
    view.badge = waiting.count > 0 ? { value: waiting.count, tooltip: waiting.words.join(', ') } : undefined;
    void vscode.commands.executeCommand('setContext', 'holdfast.state', overallState(store));
  };
  const subscription = store.subscribe(() => (redraw ??= setTimeout(draw, REDRAW_MS)));
  draw();
  return vscode.Disposable.from(view, changed, subscription, { dispose: () => clearTimeout(redraw) });
}

/** What the welcome texts of the empty view and the menus ask for. */
function overallState(store: WorkspaceStore): 'loading' | 'empty' | 'ready' {
  const { folders } = store.state;
  if (folders.some((folder) => folder.contracts.length > 0 || folder.status === 'failed')) return 'ready';
  return folders.some((folder) => folder.status === 'loading') ? 'loading' : 'empty';
}

function treeItem(node: TreeNode): vscode.TreeItem {
  const look = presentationOf(node);
  const item = new vscode.TreeItem(look.label, collapsible(look.expands));
  item.id = node.id;
  item.description = look.description;
  item.tooltip = look.tooltip;
  item.iconPath = new vscode.ThemeIcon(look.icon, look.color ? new vscode.ThemeColor(look.color) : undefined);
  item.contextValue = look.contextValue;
  item.accessibilityInformation = { label: look.accessibleLabel };
  if (look.opens?.kind === 'command')
    item.command = { title: 'Open', command: look.opens.command, arguments: [look.opens.argument] };
  if (look.opens?.kind === 'place') {
    const { folder, location } = look.opens;
    const { start } = textRangeOfLocation(location);
    const place = new vscode.Range(start.line, start.character, start.line, start.character);
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), location.file);
    const options: vscode.TextDocumentShowOptions = { selection: place, preserveFocus: true };
    item.command = { title: 'Open', command: 'vscode.open', arguments: [uri, options] };
  }
  return item;
}

function collapsible(expands: 'no' | 'open' | 'closed'): vscode.TreeItemCollapsibleState {
  switch (expands) {
    case 'no':
      return vscode.TreeItemCollapsibleState.None;
    case 'open':
      return vscode.TreeItemCollapsibleState.Expanded;
    case 'closed':
      return vscode.TreeItemCollapsibleState.Collapsed;
  }
}
