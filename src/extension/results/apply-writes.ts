import * as l10n from '@vscode/l10n';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PlannedWrite } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import { classifyWrite, toDocumentText } from './classify-write.ts';

/**
 * Writes files through the editor, as one edit that the person can undo. Open documents with unsaved changes are changed and
 * stay unsaved, all others are saved.
 *
 * @throws HoldfastError `conflict` if a document has changed since the plan, or a file cannot be written through the editor.
 * Nothing is written then.
 */
export async function applyWrites(folder: vscode.Uri, writes: readonly PlannedWrite[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const toSave: vscode.TextDocument[] = [];
  for (const write of writes) {
    const uri = vscode.Uri.joinPath(folder, write.path);
    const document = await openIfText(uri, write);
    const kind = classifyWrite(
      write,
      document && { text: document.getText(), isDirty: document.isDirty, eol: toEol(document) },
    );
    switch (kind.type) {
      case 'refuse':
        throw new HoldfastError('conflict', l10n.t('Failed to write {0}: {1}.', write.path, kind.reason), {
          hint: kind.hint,
        });
      case 'delete':
        edit.deleteFile(uri, { ignoreIfNotExists: true });
        break;
      case 'write':
        edit.createFile(uri, { overwrite: true, contents: kind.bytes });
        break;
      case 'edit':
        if (document === undefined) break;
        for (const [, changes] of createDocumentEdit(document, kind.text)?.entries() ?? []) {
          for (const { range, newText } of changes) edit.replace(uri, range, newText);
        }
        if (!document.isDirty) toSave.push(document);
        break;
    }
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new HoldfastError('storage', l10n.t('Failed to write the changes: the editor refused the edit.'));
  }
  for (const document of toSave) await document.save();
  for (const { path, before, after } of writes) {
    if (after === undefined || after.mode === (before?.mode ?? '100644') || process.platform === 'win32') continue;
    await chmod(vscode.Uri.joinPath(folder, path).fsPath, after.mode === '100755' ? 0o755 : 0o644);
  }
}

/** The contents of the unsaved documents of a folder, as they would be saved. */
export function encodeUnsaved(document: vscode.TextDocument): Uint8Array {
  return new TextEncoder().encode(document.getText());
}

async function openIfText(uri: vscode.Uri, { before, after }: PlannedWrite): Promise<vscode.TextDocument | undefined> {
  if (before === undefined || after === undefined) return undefined;
  if (toDocumentText(before.bytes) === undefined || toDocumentText(after.bytes) === undefined) return undefined;
  return vscode.workspace.openTextDocument(uri);
}

function toEol({ eol }: vscode.TextDocument): '\n' | '\r\n' {
  return eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}
