import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';

/**
 * The workspace folder for something new: the only one, or one that the person picks. Undefined if the person cancels.
 *
 * @throws HoldfastError `not-found` if no folder is open
 */
export async function pickFolder(
  folders: readonly vscode.WorkspaceFolder[],
  placeHolder: string,
): Promise<vscode.WorkspaceFolder | undefined> {
  if (folders.length > 1) return vscode.window.showWorkspaceFolderPick({ placeHolder });
  const [only] = folders;
  if (!only)
    throw new HoldfastError('not-found', l10n.t('No local folder is open.'), { hint: l10n.t('Open a folder first.') });
  return only;
}
