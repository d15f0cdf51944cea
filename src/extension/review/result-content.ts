import * as vscode from 'vscode';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { parseResultUri, RESULT_SCHEME } from './result-uri.ts';

/** Provides the files of pending results to the diff editor, including a diff that VS Code restored after a reload. */
export function registerResultContent(engines: WorkspaceEngines): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(RESULT_SCHEME, {
    async provideTextDocumentContent(uri) {
      const file = parseResultUri(uri);
      if (!file) return '';
      const changes = await (await engines.get(file.folder)).changesOf(file.runId);
      const change = changes.find(({ path, previousPath }) =>
        file.side === 'before' ? (previousPath ?? path) === file.path : path === file.path,
      );
      return (file.side === 'before' ? change?.before : change?.after) ?? '';
    },
  });
}
