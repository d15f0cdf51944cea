import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { isLoaded } from '../targets/command-target.ts';
import { isImported } from '../usage/context-keys.ts';

/**
 * [PLANS-3] Keeps the text of a plan when a contract that was imported from it is saved for the first time: a draft is saved
 * by the editor, and an update needs the text although it may be in no commit. Writes nothing in restricted mode.
 */
export function registerImportedPlans({
  engines,
  log,
  store,
}: Pick<ExtensionServices, 'engines' | 'log' | 'store'>): vscode.Disposable {
  const keep = async (folder: string, contract: string): Promise<void> => {
    try {
      await (await engines.get(folder)).authoring.keepPlan(contract);
    } catch (error) {
      log.warn(formatFailure(toFailure(error)));
    }
  };
  return store.subscribe((state, previous) => {
    if (!vscode.workspace.isTrusted) return;
    for (const folder of state.folders) {
      const before = previous.folders.find((one) => one.folder === folder.folder);
      if (before === undefined || before === folder || !isLoaded(before)) continue;
      const known = new Set(before.contracts.map(({ contract }) => contract));
      for (const one of folder.contracts)
        if (!known.has(one.contract) && isImported(one)) void keep(folder.folder, one.contract);
    }
  });
}
