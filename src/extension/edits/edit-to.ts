import * as vscode from 'vscode';
import { textReplacement } from './text-replacement.ts';

/** The smallest edit that gives a document another text; undefined where it has that text. */
export function editTo(document: vscode.TextDocument, text: string): vscode.WorkspaceEdit | undefined {
  const replacement = textReplacement(document.getText(), text);
  if (!replacement) return undefined;
  const { start, end, text: put } = replacement;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), put);
  return edit;
}
