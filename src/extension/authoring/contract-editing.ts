import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { toFileUri } from '../base/file-uri.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ContractTarget } from '../state/target.ts';

/** A contract document, at the version that an edit is computed for. */
export interface OpenedContract {
  readonly document: vscode.TextDocument;
  readonly version: number;
}

/** Opens a contract and gives the engine its unsaved text. */
export async function openContract(
  { unsaved }: Pick<ExtensionServices, 'unsaved'>,
  engine: Engine,
  { folder, contract }: ContractTarget,
): Promise<OpenedContract> {
  const document = await vscode.workspace.openTextDocument(toFileUri(folder, contract));
  unsaved.flush(folder, engine);
  return { document, version: document.version };
}

/**
 * Replaces the text of a contract as one edit that can be undone, and shows the changed line.
 *
 * @throws HoldfastError `conflict` if the document changed in the meantime
 */
export async function applyContractText(
  { document, version }: OpenedContract,
  { text, line }: { readonly text: string; readonly line: number },
): Promise<void> {
  if (document.version !== version)
    throw new HoldfastError('conflict', l10n.t('Failed to edit the contract: it changed in the meantime.'), {
      hint: l10n.t('Nothing was changed. Try again.'),
    });
  const edit = createDocumentEdit(document, text);
  const editor = await vscode.window.showTextDocument(document);
  if (edit) await vscode.workspace.applyEdit(edit);
  const position = new vscode.Position(line - 1, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
