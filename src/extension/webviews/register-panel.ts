import * as vscode from 'vscode';

/** A webview panel that VS Code can restore after a window reload. */
export interface RestorablePanel {
  restore(panel: vscode.WebviewPanel, state: unknown): void | Promise<void>;
}

/** A panel that shows the subject that its memory names. */
export interface SubjectPanel<Memory> extends RestorablePanel {
  show(memory: Memory): void;
}

/** Restores a panel when the window reloads. The panel's code is loaded only then. */
export function registerPanel(viewType: string, load: () => Promise<RestorablePanel>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    async deserializeWebviewPanel(panel, state: unknown) {
      await (await load()).restore(panel, state);
    },
  });
}
