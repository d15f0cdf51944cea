import * as vscode from 'vscode';

/**
 * Calls the listener when what is said of uses and of the last commit may be different: a file was saved, the window was
 * left and entered again, or a commit was made, wherever.
 */
export function onImpactMayDiffer(listener: () => void): vscode.Disposable {
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
