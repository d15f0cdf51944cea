import * as vscode from 'vscode';
import { computeTextReplacement } from './text-replacement.ts';

/** Creates the smallest edit that changes a document to `text`. Returns `undefined` if the document has that text. */
export function createDocumentEdit(document: vscode.TextDocument, text: string): vscode.WorkspaceEdit | undefined {
  const replacement = computeTextReplacement(document.getText(), text);
  if (!replacement) return undefined;
  const { start, end, text: inserted } = replacement;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), inserted);
  return edit;
}
