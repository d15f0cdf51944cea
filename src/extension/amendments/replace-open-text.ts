import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import { editTo } from '../edits/edit-to.ts';

/**
 * Replaces the text of a file where it is open in the editor: as one edit that can be undone, which is then saved.
 * Answers false, and has changed nothing, where the file is not open, or has line endings of several kinds.
 * @param file its absolute path
 * @throws HoldfastError `conflict` where the document has unsaved changes or does not say `expected`, `storage` where the
 * change could not be made or saved; the text is as it was then
 */
export async function replaceOpenText(file: string, expected: string, text: string): Promise<boolean> {
  const uri = vscode.Uri.file(file);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (!document) return false;
  if (document.isDirty)
    throw conflict(`Failed to change ${nameOf(uri)}: it has unsaved changes.`, 'Save or revert them, then try again.');
  if (document.getText() !== expected) {
    // Saved by the editor every line would change: on disk only what is replaced does, and the editor reads it anew.
    if (isSameButForLineEndings(document.getText(), expected)) return false;
    throw conflict(
      `Failed to change ${nameOf(uri)}: it does not say what it was expected to say.`,
      'Look at the file as it is now, and decide again.',
    );
  }
  if (!(await changed(document, text))) throw new HoldfastError('storage', `Failed to change ${nameOf(uri)}.`);
  if (await document.save()) return true;
  await changed(document, expected);
  throw new HoldfastError('storage', `Failed to save ${nameOf(uri)}: its text is as it was.`, {
    hint: 'Save it by hand, then try again.',
  });
}

async function changed(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = editTo(document, text);
  return edit === undefined || vscode.workspace.applyEdit(edit);
}

/** The editor gives all lines of a document one ending, which a file on disk need not have. */
function isSameButForLineEndings(one: string, other: string): boolean {
  const lines = (text: string): string => text.replaceAll(/\r\n|\r/g, '\n');
  return lines(one) === lines(other);
}

function conflict(message: string, hint: string): HoldfastError {
  return new HoldfastError('conflict', message, { hint });
}

function nameOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, false);
}
