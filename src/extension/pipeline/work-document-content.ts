import * as vscode from 'vscode';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import type { DocumentServices } from './read-work-document.ts';
import { WORK_ITEM_SCHEME } from './work-document-uri.ts';

/** Provides the documents of work items, including those in tabs that VS Code restored after a reload. */
export function registerWorkDocuments(services: DocumentServices): vscode.Disposable {
  const loadReader = memoizeUntilFailure(async () => {
    const { WorkDocumentReader } = await import('./read-work-document.ts');
    return new WorkDocumentReader(services);
  });
  return vscode.workspace.registerTextDocumentContentProvider(WORK_ITEM_SCHEME, {
    provideTextDocumentContent: async (uri) => (await loadReader()).read(uri),
  });
}
