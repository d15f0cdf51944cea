import * as vscode from 'vscode';
import type { ExtensionParts } from '../extension-parts.ts';
import { TRIES_SCHEME } from './tries-scheme.ts';

/** Serves the tries of recorded compilations, also to a tab that was restored with the window. */
export function registerTriesContent({ engines }: Pick<ExtensionParts, 'engines'>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(TRIES_SCHEME, {
    provideTextDocumentContent: async (uri) => (await import('./tries-document.ts')).triesDocument(engines, uri),
  });
}
