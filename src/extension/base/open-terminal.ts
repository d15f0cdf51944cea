import * as vscode from 'vscode';

/** Opens a terminal of the editor in a workspace folder. */
export function openTerminal(folder: string): void {
  vscode.window.createTerminal({ name: 'Holdfast', cwd: vscode.Uri.parse(folder) }).show();
}
