import * as vscode from 'vscode';
import { textChange } from './text-change.ts';

/** The smallest edit that gives a document another text; undefined where it has that text. */
export function editTo(document: vscode.TextDocument, text: string): vscode.WorkspaceEdit | undefined {
  const change = textChange(document.getText(), text);
  if (!change) return undefined;
  const { start, end } = change.range;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start.line, start.character, end.line, end.character), change.text);
  return edit;
}
