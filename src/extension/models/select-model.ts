import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { openModelConnection } from '../../engine.ts';
import { isCancelled } from '../base/failure.ts';
import { createChatModel } from './chat-model.ts';
import { chooseModel, type ChosenModel } from './choose-model.ts';
import { findChatModel } from './find-chat-model.ts';
import { createModelDialog } from './model-dialog.ts';
import { formatTest } from './model-labels.ts';
import { SecretKeys } from './secret-keys.ts';

interface Services {
  readonly context: Pick<vscode.ExtensionContext, 'secrets'>;
  readonly log: { info(message: string): void };
}

/**
 * [EDIT-1] Lets the person choose a model, tests it, and saves it: the reference and the address in the settings, a new key in
 * the editor's secret storage. Returns whether a model was saved.
 */
export async function selectModel({ context, log }: Services): Promise<boolean> {
  const configuration = vscode.workspace.getConfiguration('holdfast');
  const configured = { model: configuration.get('model', ''), baseUrl: configuration.get('baseUrl', '') };
  const keys = new SecretKeys(context.secrets, process.env);
  const connection = await openModelConnection({
    vscode: async (name) => createChatModel(findChatModel(await vscode.lm.selectChatModels({}), name), vscode),
  });
  let chosen: ChosenModel | undefined;
  try {
    chosen = await chooseModel({ dialog: createModelDialog(connection, configured), connection, keys });
  } catch (error) {
    if (isCancelled(error)) return false;
    throw error;
  }
  if (chosen === undefined) return false;
  const { reference, baseUrl, key } = chosen;
  if (key) await keys.store(key.name, key.value);
  const target = findConfigurationTarget(configuration);
  // An address that belongs to another service would receive the calls of a provider with its own address.
  await configuration.update('baseUrl', baseUrl, target);
  await configuration.update('model', reference, target);
  const tested = describeTest(chosen);
  log.info(`Model: ${reference}. ${tested}`);
  void vscode.window.showInformationMessage(l10n.t('Holdfast: {0} is selected. {1}', reference, tested));
  return true;
}

function describeTest({ isAgent, test }: ChosenModel): string {
  if (test !== undefined) return formatTest(test);
  return isAgent === true
    ? l10n.t('The first run shows whether the agent is signed in.')
    : l10n.t('The connection was not tested.');
}

/** The settings of the workspace if they name a model, because they would override those of the user. */
function findConfigurationTarget(configuration: vscode.WorkspaceConfiguration): vscode.ConfigurationTarget {
  const isInWorkspace = ['model', 'baseUrl'].some((name) => configuration.inspect(name)?.workspaceValue !== undefined);
  return isInWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
}
