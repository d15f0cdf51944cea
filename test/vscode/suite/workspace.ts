import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HelperApi } from '../helper/extension.ts';
import type { ScriptedModelApi } from '../helper/scripted-model.ts';
import { slowness } from '../../scripts/machine-speed.ts';

/** The URI of a file in the workspace folder. */
export function workspaceFile(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'No folder is open');
  return vscode.Uri.joinPath(folder.uri, path);
}

/** The URI of the workspace folder, as commands expect it. */
export function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'No folder is open');
  return folder.uri.toString();
}

export async function writeFile(path: string, text: string): Promise<vscode.Uri> {
  const uri = workspaceFile(path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

export async function readFile(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(workspaceFile(path)));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

export async function removeFile(path: string): Promise<void> {
  await vscode.workspace.fs.delete(workspaceFile(path), { recursive: true });
}

/** Waits until the diagnostics of a file satisfy a condition. The error of a wait without end states what the file has. */
export function waitForDiagnostics(
  uri: vscode.Uri,
  isExpected: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve, reject) => {
    const check = (): boolean => {
      const found = vscode.languages.getDiagnostics(uri);
      if (!isExpected(found)) return false;
      listener.dispose();
      clearTimeout(limit);
      resolve(found);
      return true;
    };
    const listener = vscode.languages.onDidChangeDiagnostics(check);
    const limit = setTimeout(() => {
      listener.dispose();
      reject(new Error(describeDiagnostics(uri)));
    }, diagnosticsLimitMs);
    check();
  });
}

/** Shorter than the time limit of a test, so that the error of the wait is reported. */
const diagnosticsLimitMs = 50_000 * slowness();

function describeDiagnostics(uri: vscode.Uri): string {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const found = vscode.languages.getDiagnostics(uri).map(({ range, message }) => `${range.start.line}: ${message}`);
  const text = open === undefined ? 'not open' : `version ${open.version}, dirty: ${open.isDirty}\n${open.getText()}`;
  return `The expected diagnostics of ${uri.path} did not arrive. Found:\n${found.join('\n')}\nDocument: ${text}`;
}

/**
 * Edits a file in an editor, without saving it. VS Code keeps the text of a closed editor for some time, and reads a file that was
 * written in the meantime only after the editor is shown. So the text of the file is read first.
 */
export async function editFile(
  uri: vscode.Uri,
  edit: (builder: vscode.TextEditorEdit) => void,
): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  assert.ok(await editor.edit(edit), `VS Code rejected an edit of ${uri.path}`);
  return editor;
}

/** The scripted model of the helper extension. */
export async function scriptedModel(): Promise<ScriptedModelApi> {
  return (await helperExtension()).model;
}

/** The API of the helper extension. */
export async function helperExtension(): Promise<HelperApi> {
  const helper = vscode.extensions.getExtension<HelperApi>('holdfast.holdfast-test-helper');
  assert.ok(helper, 'The helper extension is not installed');
  return helper.activate();
}

/** Sets `holdfast.*` user settings while `work` runs. */
export async function withSettings<Result>(
  settings: Readonly<Record<string, unknown>>,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const [name, value] of Object.entries(values))
      await vscode.workspace.getConfiguration('holdfast').update(name, value, vscode.ConfigurationTarget.Global);
  };
  await set(settings);
  try {
    return await work();
  } finally {
    await set(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])));
  }
}
