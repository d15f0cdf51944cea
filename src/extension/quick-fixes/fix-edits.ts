import * as vscode from 'vscode';
import type { FixChange } from '../../engine.ts';
import { toFileUri } from '../base/file-uri.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';

type TextChange = Extract<FixChange, { kind: 'text' }>;
type TextsChange = Extract<FixChange, { kind: 'texts' }>;
type Rename = Extract<FixChange, { kind: 'rename' }>;

/**
 * The smallest edit for a change of a text; `undefined` if the document no longer has the text that the change is based on.
 * @param base the text that the change is based on; absent if it is that of the document
 */
export async function createTextEdit(
  folder: string,
  { file, text }: TextChange,
  base?: string,
): Promise<vscode.WorkspaceEdit | undefined> {
  const document = await vscode.workspace.openTextDocument(toFileUri(folder, file));
  if (base !== undefined && document.getText() !== base) return undefined;
  return createDocumentEdit(document, text);
}

/** The smallest edits for a change of several texts; `undefined` if a document no longer has the text that it is based on. */
export async function createTextsEdit(
  folder: string,
  { texts }: TextsChange,
): Promise<vscode.WorkspaceEdit | undefined> {
  const edit = new vscode.WorkspaceEdit();
  for (const { file, before, after } of texts) {
    const own = await createTextEdit(folder, { kind: 'text', file, text: after }, before);
    if (own === undefined) return undefined;
    for (const [uri, edits] of own.entries()) edit.set(uri, edits);
  }
  return edit;
}

/** Renames a declaration and its uses by the language features of the file, else each occurrence of the word in the file. */
export async function createRenameEdit(folder: string, rename: Rename): Promise<vscode.WorkspaceEdit> {
  const document = await vscode.workspace.openTextDocument(toFileUri(folder, rename.file));
  const line = document.lineAt(Math.min(rename.line, document.lineCount) - 1);
  const character = Math.max(line.text.indexOf(rename.from, rename.column - 1), 0);
  const position = new vscode.Position(line.lineNumber, character);
  const provided = await vscode.commands
    .executeCommand<vscode.WorkspaceEdit | undefined>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      position,
      rename.to,
    )
    // No language extension can rename here.
    .then(undefined, () => undefined);
  if (provided !== undefined && provided.size > 0) return provided;
  const edit = new vscode.WorkspaceEdit();
  const text = document.getText();
  for (const { index } of text.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)) {
    const end = index + rename.from.length;
    if (!text.startsWith(rename.from, index) || /[\p{ID_Continue}$]/u.test(text.charAt(end))) continue;
    edit.replace(document.uri, new vscode.Range(document.positionAt(index), document.positionAt(end)), rename.to);
  }
  return edit;
}
