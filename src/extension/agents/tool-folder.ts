import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';

export interface ToolFolder {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly engine: Engine;
}

/**
 * The folder that an agent of the editor works in: that of the active editor, else the first one. The engine knows unsaved
 * texts.
 * @throws HoldfastError `not-found` without a folder on disk
 */
export async function openToolFolder({
  paths,
  engines,
  unsaved,
}: Pick<ExtensionServices, 'engines' | 'paths' | 'unsaved'>): Promise<ToolFolder> {
  const document = vscode.window.activeTextEditor?.document;
  const located = document === undefined ? undefined : paths.locate(document.uri)[0]?.folder;
  const folder = located ?? paths.folders()[0]?.uri.toString();
  if (folder === undefined) {
    throw new HoldfastError('not-found', l10n.t('No folder is open.'), {
      hint: l10n.t('Open a folder that contains your code.'),
    });
  }
  const engine = await engines.get(folder);
  unsaved.flush(folder, engine);
  return { folder, engine };
}
