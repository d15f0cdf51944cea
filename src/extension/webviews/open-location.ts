import * as vscode from 'vscode';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import { toFileUri } from '../base/file-uri.ts';
import { locationToTextRange } from '../base/text-range.ts';

/** Opens a file of a folder at a location, in the first editor column. */
export async function openLocation(folder: string, location: SourceLocation): Promise<void> {
  const { start, end } = locationToTextRange(location);
  const uri = toFileUri(folder, location.file);
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.One,
    selection: new vscode.Range(start.line, start.character, end.line, end.character),
  });
}
