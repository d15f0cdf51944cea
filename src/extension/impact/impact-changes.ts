import * as vscode from 'vscode';

/**
 * Calls the listener when uses or the last commit may have changed: a file was saved, the window gained focus, or a
 * commit was created.
 */
export function onImpactInputsChanged(listener: () => void): vscode.Disposable {
  const heads = vscode.workspace.createFileSystemWatcher('**/.git/logs/HEAD');
  return vscode.Disposable.from(
    heads,
    heads.onDidChange(listener),
    heads.onDidCreate(listener),
    vscode.workspace.onDidSaveTextDocument(listener),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) listener();
    }),
  );
}
