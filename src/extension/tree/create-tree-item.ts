import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { toFileUri } from '../base/file-uri.ts';
import { locationToTextRange } from '../base/text-range.ts';
import type { NodePresentation } from './presentation.ts';

/** Creates the item of a tree view from the presentation of a node. */
export function createTreeItem(id: string, presentation: NodePresentation): vscode.TreeItem {
  const item = new vscode.TreeItem(presentation.label, toCollapsibleState(presentation.expands));
  item.id = id;
  if (presentation.description !== undefined) item.description = presentation.description;
  if (presentation.tooltip !== undefined) item.tooltip = presentation.tooltip;
  item.iconPath = new vscode.ThemeIcon(
    presentation.icon,
    presentation.color ? new vscode.ThemeColor(presentation.color) : undefined,
  );
  item.contextValue = presentation.contextValue;
  item.accessibilityInformation = { label: presentation.accessibleLabel };
  if (presentation.opens?.kind === 'command')
    item.command = {
      title: l10n.t('Open'),
      command: presentation.opens.command,
      arguments: [presentation.opens.argument],
    };
  if (presentation.opens?.kind === 'location') {
    const { folder, location } = presentation.opens;
    const { start } = locationToTextRange(location);
    const selection = new vscode.Range(start.line, start.character, start.line, start.character);
    const uri = toFileUri(folder, location.file);
    const options: vscode.TextDocumentShowOptions = { selection, preserveFocus: true };
    item.command = { title: l10n.t('Open'), command: 'vscode.open', arguments: [uri, options] };
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
