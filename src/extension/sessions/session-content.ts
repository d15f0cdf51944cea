import * as vscode from 'vscode';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import { parseSessionUri, SESSION_SCHEME } from './session-uri.ts';

/** Provides the files at the start of sessions to the diff editor. */
export function registerSessionContent(engines: WorkspaceEngines): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SESSION_SCHEME, {
    async provideTextDocumentContent(uri) {
      const file = parseSessionUri(uri);
      if (file === undefined) return '';
      return (await (await engines.get(file.folder)).sessions.readText(file.commit, file.path)) ?? '';
    },
  });
}
