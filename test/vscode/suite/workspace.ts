import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HelperApi } from '../helper/extension.ts';
import type { ScriptedModelApi } from '../helper/scripted-model.ts';

/** A file of the sample that the window is open on. */
export function workspaceFile(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, path);
}

/** The folder of the sample, as commands name it. */
export function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
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

/** The diagnostics of a file once they are as wished; mocha's own limit ends a wait that never does. */
export function diagnosticsOf(
  uri: vscode.Uri,
  asWished: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const found = vscode.languages.getDiagnostics(uri);
      if (!asWished(found)) return false;
      listener.dispose();
      resolve(found);
      return true;
    };
    const listener = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}

/** The helper extension's model, which answers as the test says. */
export async function scriptedModel(): Promise<ScriptedModelApi> {
  return (await helperExtension()).model;
}

/** The other extension, which the tests have do what other extensions do. */
export async function helperExtension(): Promise<HelperApi> {
  const helper = vscode.extensions.getExtension<HelperApi>('holdfast.holdfast-test-helper');
  assert.ok(helper, 'the helper extension is not there');
  return helper.activate();
}

/** Sets `holdfast.*` for the user while the work is done. */
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
