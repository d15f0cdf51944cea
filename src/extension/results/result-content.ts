import * as vscode from 'vscode';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { parseResultUri, RESULT_SCHEME } from './result-uri.ts';

/** Provides the files of pending results to the diff editor, including a diff that VS Code restored after a reload. */
export function registerResultContent(engines: WorkspaceEngines): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(RESULT_SCHEME, {
    async provideTextDocumentContent(uri) {
      const file = parseResultUri(uri);
      if (!file) return '';
      // The merge editor reads each side once. After a reload, the file itself is the person's version.
      if (file.side === 'yours') return readText(vscode.Uri.joinPath(vscode.Uri.parse(file.folder), file.path));
      const changes = await (await engines.get(file.folder)).results.changesOf(file.runId);
      const change = changes.find(({ path, previousPath }) =>
        file.side === 'before' ? (previousPath ?? path) === file.path : path === file.path,
      );
      return (file.side === 'before' ? change?.before : change?.after) ?? '';
    },
  });
}

/** The text of a file with its unsaved changes; empty if there is no such file. */
async function readText(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
