import * as vscode from 'vscode';
import type { RestorablePanel } from '../services/feature-services.ts';

/** Restores a panel when the window reloads. The panel's code is loaded only then. */
export function registerPanel(viewType: string, load: () => Promise<RestorablePanel>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    async deserializeWebviewPanel(panel, state: unknown) {
      await (await load()).restore(panel, state);
    },
  });
}
