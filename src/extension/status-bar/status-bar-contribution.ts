import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { countPendingDecisions } from '../state/pending-decisions.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { createStatusBarView } from './status-bar-view.ts';

/** Registers the status bar item. Also sets the context keys that menus use. */
export function registerStatusBar(store: WorkspaceStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('holdfast.status', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Holdfast';
  const draw = (): void => {
    const view = createStatusBarView(store.state);
    const { reviews, choices, amendments } = countPendingDecisions(store.state);
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
    item.command = { title: l10n.t('Show'), command: view.command, arguments: view.argument ? [view.argument] : [] };
    item.show();
  };
  draw();
  // The clock of a run.
  const ticks = setInterval(() => {
    if (store.state.folders.some(({ run }) => run?.kind === 'running')) draw();
  }, 1_000);
  return vscode.Disposable.from(item, store.subscribe(draw), { dispose: () => clearInterval(ticks) });
}
