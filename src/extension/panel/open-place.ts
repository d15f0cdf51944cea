import * as vscode from 'vscode';
import type { Place } from '../../webview/protocol/view.ts';
import { textRangeOfLocation } from '../diagnostics/text-range.ts';

/** Opens a file of a folder at a place, in a column other than the panel's where there is one. */
export async function openPlace(folder: string, place: Place): Promise<void> {
  const { start, end } = textRangeOfLocation(place);
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), place.file);
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.One,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}
