import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import { parseCommandTarget, pickContract } from '../targets/command-target.ts';
import { applyContractText, openContract } from './contract-editing.ts';
import { listTemplateItems, promptForTask } from './new-contract.ts';

/** [EDIT-1] Adds a chunk from a template to a contract. The document stays unsaved, and one undo reverts it. */
export async function addChunk(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'store' | 'unsaved'>,
  argument: unknown,
): Promise<void> {
  const title = l10n.t('Add Chunk');
  const target = await pickContract(services, parseCommandTarget(argument), title);
  if (!target) return;
  const engine = await services.engines.get(target.folder);
  const picked = await vscode.window.showQuickPick(await listTemplateItems(engine.authoring), {
    title,
    placeHolder: l10n.t('Select a template'),
    matchOnDescription: true,
  });
  const task = picked && (await promptForTask(picked));
  if (!picked || task === undefined) return;
  const opened = await openContract(services, engine, target);
  const added = await engine.authoring.addChunk({ contract: target.contract, template: picked.template, task });
  await applyContractText(opened, added);
}
