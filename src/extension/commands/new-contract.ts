import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';

/** Creates a contract to begin with, and opens it. Never writes over a file. */
export async function newContract(parts: Pick<ExtensionParts, 'places'>): Promise<void> {
  const folder = await askFolder(parts.places.folders());
  if (!folder) return;
  const entered = await vscode.window.showInputBox({
    title: 'New contract',
    prompt: 'What shall it be about? The file is named for it.',
    placeHolder: 'health-check',
    validateInput: (value) =>
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) ? undefined : 'Use letters, digits, ".", "_" and "-".',
  });
  if (entered === undefined) return;
  const uri = vscode.Uri.joinPath(folder.uri, `${entered}.contract.yaml`);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(firstContract(entered)) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new HoldfastError('storage', `Failed to create ${entered}.contract.yaml.`, {
      hint: 'A file of that name may be there already.',
    });
  await vscode.window.showTextDocument(uri);
}

async function askFolder(folders: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | undefined> {
  if (folders.length > 1)
    return vscode.window.showWorkspaceFolderPick({ placeHolder: 'In which folder shall the contract stand?' });
  const [only] = folders;
  if (!only)
    throw new HoldfastError('not-found', 'Failed to create a contract: no folder on disk is open.', {
      hint: 'Open a folder first.',
    });
  return only;
}

/** A contract whose one chunk can be changed into the real one. */
export function firstContract(id: string): string {
  return `version: 1
spec:
  id: ${id}
  title: ${id}
  description: What this piece of work is for.
# build: { command: npm run build }
chunks:
  - id: first
    title: The first chunk
    description: What the model shall do, in your words.
    creates: [Example]
    allowedFiles: [src/example.ts]
    assertions:
      - type: assert
        message: Must export Example
        check: { type: export_exists, target: Example, file: src/example.ts }
`;
}
