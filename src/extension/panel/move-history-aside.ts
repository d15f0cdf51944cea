import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';

/** Moves the damaged histories of the workspace to folders next to them. Returns whether there was one. */
export async function moveHistoryAside(services: Pick<ExtensionServices, 'engines' | 'paths'>): Promise<boolean> {
  const moved: string[] = [];
  for (const { uri } of services.paths.folders()) {
    const folder = await (await services.engines.get(uri.toString())).history.moveDamaged();
    if (folder !== undefined) moved.push(folder);
  }
  if (moved.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Holdfast: No history of this workspace is damaged.'));
    return false;
  }
  void vscode.window.showInformationMessage(
    l10n.t('Holdfast: The damaged history is in {0}. The next run creates a new one.', moved.join(', ')),
  );
  return true;
}
