import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import { toFileUri } from '../base/file-uri.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { parseCommandTarget, pickContract } from '../targets/command-target.ts';

/** [COMP-EDITOR] Applies all fixes of a plan in its editor. The document stays unsaved, and one undo reverts them. */
export async function fixAll(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'store' | 'unsaved'>,
  argument: unknown,
): Promise<void> {
  const target = await pickContract(services, parseCommandTarget(argument), l10n.t('Fix All'));
  if (!target) return;
  const engine = await services.engines.get(target.folder);
  services.unsaved.flush(target.folder, engine);
  const uri = toFileUri(target.folder, target.contract);
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  const text = await engine.plans.fix(target.contract);
  if (document.version !== version)
    throw new HoldfastError(
      'conflict',
      l10n.t('Failed to fix {0}: the file changed in the meantime.', target.contract),
      {
        hint: l10n.t('Nothing was changed. Try again.'),
      },
    );
  const edit = text === undefined ? undefined : createDocumentEdit(document, text);
  if (!edit) {
    void vscode.window.showInformationMessage(
      l10n.t('Holdfast: {0} has no finding with an automatic fix.', target.contract),
    );
    return;
  }
  await vscode.window.showTextDocument(document);
  await vscode.workspace.applyEdit(edit);
}
