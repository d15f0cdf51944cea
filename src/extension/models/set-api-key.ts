import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { knownKeys, SecretKeys, type KnownKey } from './secret-keys.ts';

interface Services {
  readonly context: Pick<vscode.ExtensionContext, 'secrets'>;
  readonly log: { info(message: string): void };
}

/**
 * Asks for a provider's API key and stores it in the editor's secret storage, and nowhere else. Returns whether a key was
 * stored.
 */
export async function setApiKey({ context, log }: Services): Promise<boolean> {
  const keys = new SecretKeys(context.secrets, process.env);
  const picked = await vscode.window.showQuickPick(
    Promise.all(knownKeys().map(async (key) => ({ label: key.title, ...(await describeKey(keys, key)), key }))),
    { title: l10n.t('Set API Key'), placeHolder: l10n.t('Select a provider'), matchOnDetail: true },
  );
  if (!picked) return false;
  const { key, isStored } = picked;
  const entered = await vscode.window.showInputBox({
    title: l10n.t('API Key: {0}', key.title),
    prompt: isStored
      ? l10n.t("Stored in the editor's secret storage. Leave empty to remove the stored key.")
      : l10n.t("Stored in the editor's secret storage, never in settings, logs or prompts."),
    password: true,
    ignoreFocusOut: true,
  });
  if (entered === undefined) return false;
  const value = entered.trim();
  if (value === '' && !isStored) return false;
  if (value === '') await keys.remove(key.name);
  else await keys.store(key.name, value);
  log.info(`API key for ${key.title} ${value === '' ? 'removed' : 'stored'}`);
  void vscode.window.showInformationMessage(
    value === ''
      ? l10n.t('Holdfast: The API key for {0} was removed.', key.title)
      : l10n.t('Holdfast: The API key for {0} was stored.', key.title),
  );
  return value !== '';
}

async function describeKey(
  keys: SecretKeys,
  key: KnownKey,
): Promise<{ readonly description: string; readonly detail: string; readonly isStored: boolean }> {
  const isStored = (await keys.readStored(key.name)) !== undefined;
  const description = isStored
    ? l10n.t('stored')
    : keys.isInEnvironment(key.name)
      ? l10n.t('from {0}', key.name)
      : l10n.t('not set');
  return { description, detail: key.detail, isStored };
}
