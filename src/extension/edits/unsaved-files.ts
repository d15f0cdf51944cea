import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { FolderPaths } from '../base/folder-paths.ts';

/**
 * Saves the unsaved files of a folder before its files on disk are read. Returns `false` if the person cancels.
 * @param purpose The action that needs saved files, for messages, such as `Run`.
 * @throws HoldfastError if the setting is `refuse` or a file cannot be saved
 */
export async function saveUnsavedFiles(
  paths: FolderPaths,
  folder: string,
  setting: 'ask' | 'save' | 'refuse',
  purpose: string,
): Promise<boolean> {
  const unsaved = findUnsaved(paths, folder);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(({ path }) => path).join(', ');
  if (setting === 'refuse')
    throw new HoldfastError('configuration', l10n.t('{0} requires saved files. Unsaved: {1}.', purpose, names), {
      hint: l10n.t('Save the files, or change the setting "holdfast.run.unsavedFiles".'),
    });
  if (setting === 'ask' && !(await confirmSave(unsaved.length, names, purpose))) return false;
  for (const { document } of unsaved) await document.save();
  const remaining = findUnsaved(paths, folder).map(({ path }) => path);
  if (remaining.length > 0)
    throw new HoldfastError('process', l10n.t('Failed to save {0}.', remaining.join(', ')), {
      hint: l10n.t('Save the files manually, then try again.'),
    });
  return true;
}

/** The paths of the files of a folder with unsaved changes. */
export function listUnsavedPaths(paths: FolderPaths, folder: string): readonly string[] {
  return findUnsaved(paths, folder).map(({ path }) => path);
}

async function confirmSave(count: number, names: string, purpose: string): Promise<boolean> {
  const files = formatCount(count, l10n.t('File'), l10n.t('Files'));
  const picked = await vscode.window.showQuickPick(
    [
      { label: l10n.t('$(save-all) Save {0} and Continue', files), detail: names, confirmed: true },
      {
        label: l10n.t('$(close) Cancel'),
        detail: l10n.t('Leave the files unsaved and do not continue'),
        confirmed: false,
      },
    ],
    { title: purpose, placeHolder: l10n.t('Unsaved changes are not visible to the run'), ignoreFocusOut: true },
  );
  return picked?.confirmed ?? false;
}

function findUnsaved(paths: FolderPaths, folder: string): { document: vscode.TextDocument; path: string }[] {
  return vscode.workspace.textDocuments
    .filter((document) => document.isDirty && document.uri.scheme === 'file')
    .flatMap((document) =>
      paths
        .locate(document.uri)
        .filter((located) => located.folder === folder)
        .map(({ path }) => ({ document, path })),
    );
}
