import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { toFileUri } from '../base/file-uri.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { createTextEdit } from './fix-edits.ts';
import { RenamedExports, type RenamedExport } from './renamed-exports.ts';

/** [EDIT-3] Offers to update a contract after a save in which an export that it names was renamed. */
export function registerRenamedExports({ store, log }: Pick<ExtensionServices, 'store' | 'log'>): vscode.Disposable {
  const exports = new RenamedExports();
  const isSaved = (folder: string, file: string): boolean => {
    const uri = toFileUri(folder, file).toString();
    return !vscode.workspace.textDocuments.some((one) => one.isDirty && one.uri.toString() === uri);
  };
  const offerSaved = (): void => {
    for (const renamed of exports.take(isSaved))
      void offerUpdate(renamed).catch((thrown: unknown) => reportFailure(log, thrown));
  };
  return vscode.Disposable.from(
    store.subscribe((state) => {
      for (const contract of state.folders.flatMap(({ contracts }) => contracts)) exports.update(contract);
      offerSaved();
    }),
    vscode.workspace.onDidSaveTextDocument(offerSaved),
  );
}

async function offerUpdate({ folder, contract, from, to, failed }: RenamedExport): Promise<void> {
  // The engine is not loaded at startup.
  const { useSimilarName } = await import('../../engine.ts');
  const fix = await useSimilarName(failed);
  if (fix?.change.kind !== 'text') return;
  const update = l10n.t('Update');
  const message = l10n.t(
    '{0} requires the export "{1}", which is gone. "{2}" is similar. Update the contract?',
    contract,
    from,
    to,
  );
  const answer = await vscode.window.showInformationMessage(message, update, l10n.t('Not Now'));
  if (answer !== update) return;
  const edit = await createTextEdit(folder, fix.change, failed.document.text);
  if (edit === undefined) {
    void vscode.window.showWarningMessage(
      l10n.t('{0} was not updated, because its text has changed. Use the quick fix of the finding.', contract),
    );
    return;
  }
  await vscode.window.showTextDocument(toFileUri(folder, contract));
  await vscode.workspace.applyEdit(edit);
}
