import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { createWebviewHtml, type PageName } from './webview-html.ts';

/** The options of every panel: scripts are enabled, and only the bundles can be loaded. */
export function createWebviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions & vscode.WebviewPanelOptions {
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')],
    enableFindWidget: true,
  };
}

/** The icon of a panel's tab, for light and dark themes. */
export function getPanelIcon(extensionUri: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', name);
  return { light: icon('holdfast-light.svg'), dark: icon('holdfast-dark.svg') };
}

/** Loads a page of src/webview into a panel. */
export function fillWebview(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, title }: { readonly name: PageName; readonly title: string },
): void {
  const asset = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', file)).toString();
  webview.html = createWebviewHtml({
    title,
    language: vscode.env.language,
    translations: vscode.l10n.bundle ?? {},
    element: `holdfast-${name}`,
    nonce: randomBytes(16).toString('base64url'),
    cspSource: webview.cspSource,
    scriptUri: asset(`${name}.js`),
    styleUri: asset(`${name}.css`),
  });
}
