import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { systemErrorCode } from '../../shared/system-error.ts';
import type { FolderPaths } from '../base/folder-paths.ts';

/** Creates a contract from a template and opens it. An existing file is never overwritten. */
export async function newContract(paths: FolderPaths): Promise<void> {
  const folder = await pickFolder(paths.folders());
  if (!folder) return;
  const entered = await vscode.window.showInputBox({
    title: 'New Contract',
    prompt: 'Name of the contract file, without extension',
    placeHolder: 'health-check',
    validateInput: (value) =>
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)
        ? undefined
        : 'Start with a letter or digit. Use only letters, digits, ".", "_" and "-".',
  });
  if (entered === undefined) return;
  const uri = vscode.Uri.joinPath(folder.uri, `${entered}.contract.yaml`);
  await createFile(uri.fsPath, createContractText(entered));
  await vscode.window.showTextDocument(uri);
}

/** Creates a file on disk. A workspace edit would put the creation on the undo stack, so that undo deletes the file. */
async function createFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    if (systemErrorCode(cause) === 'EEXIST')
      throw new HoldfastError('storage', `Failed to create ${basename(file)}: the file already exists.`, {
        cause,
        hint: 'Use another name, or open the existing file.',
      });
    throw new HoldfastError('storage', `Failed to create ${basename(file)}: ${messageOf(cause)}`, { cause });
  }
}

async function pickFolder(folders: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | undefined> {
  if (folders.length > 1)
    return vscode.window.showWorkspaceFolderPick({ placeHolder: 'Select a folder for the contract' });
  const [only] = folders;
  if (!only)
    throw new HoldfastError('not-found', 'Failed to create a contract: no local folder is open.', {
      hint: 'Open a folder first.',
    });
  return only;
}

/** The template of a contract, with one chunk to edit. */
export function createContractText(id: string): string {
  return `version: 2
spec:
  id: ${id}
  title: ${id}
  description: The goal of this work.
# build: { command: npm run build }
chunks:
  - id: first
    title: The first chunk
    description: Describe what the model must do.
    creates: [Example]
    allowedFiles: [src/example.ts]
    assertions:
      - type: assert
        message: Must export Example
        check: { type: export_exists, target: Example, file: src/example.ts }
`;
}
