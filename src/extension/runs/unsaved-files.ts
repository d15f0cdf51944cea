import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { FolderPlaces } from '../engines/folder-places.ts';

/**
 * Sees to unsaved files of a folder before its files on disk are taken as they are. Answers whether to go on; where the
 * setting refuses, throws with the reason.
 */
export async function settleUnsavedFiles(
  places: FolderPlaces,
  folder: string,
  setting: 'ask' | 'save' | 'refuse',
  purpose: string,
): Promise<boolean> {
  const unsaved = unsavedIn(places, folder);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(({ path }) => path).join(', ');
  if (setting === 'refuse')
    throw new HoldfastError('configuration', `${purpose} needs saved files, and these are not: ${names}.`, {
      hint: 'Save them, or change the setting "holdfast.run.unsavedFiles".',
    });
  if (setting === 'ask' && !(await askToSave(unsaved.length, names, purpose))) return false;
  for (const { document } of unsaved) await document.save();
  const left = unsavedIn(places, folder).map(({ path }) => path);
  if (left.length > 0)
    throw new HoldfastError('process', `Failed to save ${left.join(', ')}.`, { hint: 'Save by hand, then try again.' });
  return true;
}

async function askToSave(count: number, names: string, purpose: string): Promise<boolean> {
  const files = `${count} unsaved ${count === 1 ? 'file' : 'files'}`;
  const picked = await vscode.window.showQuickPick(
    [
      { label: `$(save-all) Save ${files} and go on`, detail: names, goesOn: true },
      { label: '$(close) Cancel', detail: 'Nothing is saved and nothing runs.', goesOn: false },
    ],
    { placeHolder: `${purpose}: what is not saved would not be seen`, ignoreFocusOut: true },
  );
  return picked?.goesOn ?? false;
}

function unsavedIn(places: FolderPlaces, folder: string): { document: vscode.TextDocument; path: string }[] {
  return vscode.workspace.textDocuments
    .filter((document) => document.isDirty)
    .flatMap((document) =>
      places
        .of(document.uri)
        .filter((place) => place.folder === folder)
        .map(({ path }) => ({ document, path })),
    );
}
