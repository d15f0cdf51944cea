import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import { askContract } from '../commands/ask-target.ts';
import { commandTarget } from '../commands/command-argument.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { editTo } from '../edits/edit-to.ts';

/** [COMP-EDITOR] Makes every fix of a plan in its editor, unsaved, so that one undo takes them back. */
export async function fixAll(parts: ExtensionParts, argument: unknown): Promise<void> {
  const target = await askContract(parts, commandTarget(argument), 'Fix');
  if (!target) return;
  const engine = await parts.engines.of(target.folder);
  parts.unsaved.flush(target.folder, engine);
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(target.folder), target.contract);
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  const text = await engine.fixPlan(target.contract);
  if (document.version !== version)
    throw new HoldfastError('conflict', `Failed to fix ${target.contract}: it was changed meanwhile.`, {
      hint: 'Nothing was changed. Try again.',
    });
  const edit = text === undefined ? undefined : editTo(document, text);
  if (!edit) {
    void vscode.window.showInformationMessage(`Holdfast: nothing in ${target.contract} can be fixed by itself.`);
    return;
  }
  await vscode.window.showTextDocument(document);
  await vscode.workspace.applyEdit(edit);
}
