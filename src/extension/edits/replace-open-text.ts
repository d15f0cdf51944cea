import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import { createDocumentEdit } from './document-edit.ts';

/**
 * Replaces the text of a file that is open in the editor, with one undoable edit, and saves it. Returns `false` without
 * a change if the file is not open or mixes line endings.
 * @param file The absolute path of the file.
 * @throws HoldfastError `conflict` if the document is dirty or its text is not `expected`; `storage` if the edit or the
 * save fails. The text is unchanged in each case.
 */
export async function replaceOpenText(file: string, expected: string, text: string): Promise<boolean> {
  const uri = vscode.Uri.file(file);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (!document) return false;
  if (document.isDirty)
    throw createConflictError(
      l10n.t('Failed to change {0}: it has unsaved changes.', toDisplayName(uri)),
      l10n.t('Save or revert the file, then try again.'),
    );
  if (document.getText() !== expected) {
    // Saving in the editor would normalize every line ending. The caller changes only the replaced lines on disk, and
    // the editor reloads the file.
    if (isSameExceptLineEndings(document.getText(), expected)) return false;
    throw createConflictError(
      l10n.t('Failed to change {0}: its text has changed.', toDisplayName(uri)),
      l10n.t('Review the current file and decide again.'),
    );
  }
  if (!(await applyText(document, text)))
    throw new HoldfastError('storage', l10n.t('Failed to change {0}.', toDisplayName(uri)));
  if (await document.save()) return true;
  await applyText(document, expected);
  throw new HoldfastError('storage', l10n.t('Failed to save {0}. Its text was restored.', toDisplayName(uri)), {
    hint: l10n.t('Save the file manually, then try again.'),
  });
}

async function applyText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = createDocumentEdit(document, text);
  return edit === undefined || vscode.workspace.applyEdit(edit);
}

/** The editor normalizes the line endings of a document. A file on disk may mix them. */
function isSameExceptLineEndings(one: string, other: string): boolean {
  const normalize = (text: string): string => text.replaceAll(/\r\n|\r/g, '\n');
  return normalize(one) === normalize(other);
}

function createConflictError(message: string, hint: string): HoldfastError {
  return new HoldfastError('conflict', message, { hint });
}

function toDisplayName(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, false);
}
