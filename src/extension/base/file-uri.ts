import * as vscode from 'vscode';
import { openDrafts } from './draft-files.ts';

/** The document of a path in a workspace folder: the file, or the draft with that path. */
export function toFileUri(folder: string, path: string): vscode.Uri {
  return openDrafts.findUri(folder, path) ?? vscode.Uri.joinPath(vscode.Uri.parse(folder), path);
}
