import * as vscode from 'vscode';
import type { ExtensionParts } from '../extension-parts.ts';
import { knownKeys, type KnownKey } from './known-keys.ts';
import { SecretKeys } from './secret-keys.ts';

/** Asks for a provider's key and keeps it in the editor's secret storage; nothing else ever holds it. */
export async function setApiKey(parts: Pick<ExtensionParts, 'context' | 'log'>): Promise<void> {
  const keys = new SecretKeys(parts.context.secrets, process.env);
  const picked = await vscode.window.showQuickPick(
    Promise.all(knownKeys.map(async (key) => ({ label: key.title, ...(await standing(keys, key)), key }))),
    { placeHolder: 'Whose API key?', matchOnDetail: true },
  );
  if (!picked) return;
  const { key, isStored } = picked;
  const entered = await vscode.window.showInputBox({
    title: `API key: ${key.title}`,
    prompt: isStored
      ? "Kept in the editor's secret storage. Leave it empty to remove the stored key."
      : "Kept in the editor's secret storage, never in settings, logs or prompts.",
    password: true,
    ignoreFocusOut: true,
  });
  if (entered === undefined) return;
  const value = entered.trim();
  if (value === '' && !isStored) return;
  if (value === '') await keys.remove(key.name);
  else await keys.store(key.name, value);
  const done = value === '' ? 'removed' : 'stored';
  parts.log.info(`API key of ${key.title} ${done}`);
  void vscode.window.showInformationMessage(`Holdfast: The API key of ${key.title} was ${done}.`);
}

async function standing(
  keys: SecretKeys,
  key: KnownKey,
): Promise<{ readonly description: string; readonly detail: string; readonly isStored: boolean }> {
  const isStored = (await keys.stored(key.name)) !== undefined;
  const description = isStored ? 'stored' : keys.inEnvironment(key.name) ? `from ${key.name}` : 'not set';
  return { description, detail: key.detail, isStored };
}
