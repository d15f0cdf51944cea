import * as vscode from 'vscode';

/** Whether a folder has a contract, a shared configuration or validators; for others no engine is made. */
export async function concernsHoldfast(folder: string): Promise<boolean> {
  const uri = vscode.Uri.parse(folder);
  const globs = vscode.workspace.getConfiguration('holdfast', uri).get<readonly string[]>('contracts', []);
  for (const glob of ['{holdfast.config.yaml,.holdfast/**}', ...globs]) {
    const found = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, glob), undefined, 1);
    if (found.length > 0) return true;
  }
  return false;
}
