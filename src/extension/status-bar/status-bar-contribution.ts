import * as vscode from 'vscode';
import type { WorkspaceStore } from '../state/store.ts';
import { waitingFor } from '../state/waiting.ts';
import { statusBarView } from './status-words.ts';

/** One item that tells how things stand; a click opens what it tells of. It also keeps the menus' context keys. */
export function registerStatusBar(store: WorkspaceStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('holdfast.status', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Holdfast';
  const draw = (): void => {
    const view = statusBarView(store.state);
    const { reviews, choices, amendments } = waitingFor(store.state);
    for (const [name, count] of Object.entries({ reviews, choices, amendments }))
      void vscode.commands.executeCommand('setContext', `holdfast.${name}`, count);
    void vscode.commands.executeCommand(
      'setContext',
      'holdfast.running',
      store.state.folders.some((folder) => folder.run?.kind === 'running'),
    );
    if (!view) {
      item.hide();
      return;
    }
    item.text = view.text;
    item.tooltip = view.tooltip;
    item.backgroundColor = view.attention ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.command = { title: 'Show', command: view.command, arguments: view.argument ? [view.argument] : [] };
    item.show();
  };
  draw();
  return vscode.Disposable.from(item, store.subscribe(draw));
}
