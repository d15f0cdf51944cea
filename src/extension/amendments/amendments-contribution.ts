import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import { AMENDMENT_SCHEME, parseAmendmentUri } from './amendment-uri.ts';

/** Provides the contract before and after an amendment to the diff editor. */
export function registerAmendments(services: Pick<ExtensionServices, 'amendments'>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(AMENDMENT_SCHEME, {
    async provideTextDocumentContent(uri) {
      const text = parseAmendmentUri(uri);
      if (!text) return '';
      const amendment = await (await services.amendments()).find(text);
      return text.side === 'before' ? amendment.before : amendment.after;
    },
  });
}
