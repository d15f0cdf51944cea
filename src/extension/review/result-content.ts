import * as vscode from 'vscode';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { readResultUri, RESULT_SCHEME } from './result-uri.ts';

/** Serves the texts of results that wait to the diff editor, also to one that was restored with the window. */
export function registerResultContent(engines: WorkspaceEngines): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(RESULT_SCHEME, {
    async provideTextDocumentContent(uri) {
      const file = readResultUri(uri);
      if (!file) return '';
      const changes = await (await engines.of(file.folder)).changesOf(file.runId);
      const change = changes.find(({ path, previousPath }) =>
        file.side === 'before' ? (previousPath ?? path) === file.path : path === file.path,
      );
      return (file.side === 'before' ? change?.before : change?.after) ?? '';
    },
  });
}
