import * as vscode from 'vscode';

/** A contract that a person reviews before it is written. */
export interface ContractDraftText {
  /** Relative to the folder. No such file exists. */
  readonly file: string;
  readonly text: string;
}

/**
 * Opens a draft as an unsaved editor with the path of the contract: saving writes it there, closing discards it. The text of
 * an earlier draft with the same path is replaced.
 *
 * @param folder the URI of the workspace folder
 */
export async function openDraft(folder: vscode.Uri, { file, text }: ContractDraftText): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(folder, file).with({ scheme: 'untitled' });
  const opened = await vscode.workspace.openTextDocument(uri);
  const document = await vscode.languages.setTextDocumentLanguage(opened, 'yaml');
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

/** The path of a contract with an id, with a number if such a file exists. */
export async function freeContractFile(folder: vscode.Uri, id: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = `${id}${number === 1 ? '' : `-${number}`}.contract.yaml`;
    if (!(await fileExists(vscode.Uri.joinPath(folder, file)))) return file;
  }
}

export async function fileExists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    // Any other error is reported when the file is written.
    return false;
  }
}
