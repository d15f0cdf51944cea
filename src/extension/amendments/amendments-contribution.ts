import * as vscode from 'vscode';
import type { ExtensionParts } from '../extension-parts.ts';
import { AMENDMENT_SCHEME, readAmendmentUri } from './amendment-uri.ts';

/** Serves the texts of amendments to the diff editor and fills a panel that was restored with the window. */
export function registerAmendments(parts: ExtensionParts): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(AMENDMENT_SCHEME, {
      async provideTextDocumentContent(uri) {
        const of = readAmendmentUri(uri);
        if (!of) return '';
        const amendment = await (await parts.amendments()).find(of);
        return of.side === 'before' ? amendment.before : amendment.after;
      },
    }),
    vscode.window.registerWebviewPanelSerializer('holdfast.amendment', {
      async deserializeWebviewPanel(panel, state: unknown) {
        (await parts.amendmentPanel()).restore(panel, state);
      },
    }),
  );
}
