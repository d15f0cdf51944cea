import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { CommandId } from '../base/command-ids.ts';
import { MODULE_FILE } from '../base/module-files.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ContractTarget } from '../state/target.ts';
import { pickFolder } from '../targets/pick-folder.ts';
import { openNewContract } from './open-new-contract.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths'>;

/** A template, or another command that creates a contract. */
interface StartItem extends vscode.QuickPickItem {
  readonly template?: string;
  readonly hasSignature?: boolean;
  readonly command?: CommandId;
}

/**
 * [EDIT-1] Creates a contract from a template and opens it with tab stops: one pick, and one sentence from which names and
 * paths are derived. An existing file is never overwritten.
 */
export async function newContract({ engines, paths }: Services): Promise<void> {
  const folder = await pickFolder(paths.folders(), l10n.t('Select a folder for the contract'));
  if (!folder) return;
  const engine = await engines.get(folder.uri.toString());
  const near = activeModule(paths, folder);
  const picked = await pickStart(engine);
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command);
  if (picked?.template === undefined) return;
  const task = await promptForTask(picked);
  if (task === undefined) return;
  const draft = await engine.authoring.draft({ template: picked.template, task, near });
  await openNewContract(engine, folder.uri, draft);
  await offerRaising(engine, { folder: folder.uri.toString(), contract: draft.file });
}

/** [BITE-2] Says what the requirements of a new contract say about its work, and offers what raises that. */
async function offerRaising(engine: Engine, target: ContractTarget): Promise<void> {
  const [strength] = (await engine.plans.check(target.contract)).strengths ?? [];
  if (strength === undefined || strength.fixes.length === 0) return;
  const { chunk, failing, total, requirements } = strength;
  const isWithoutTest = requirements.every(({ role }) => role !== 'first');
  const message = isWithoutTest
    ? l10n.t('Holdfast: {0} of {1} requirements fail before the work, and none of them is a test.', failing, total)
    : l10n.t('Holdfast: {0} of {1} requirements fail before the work.', failing, total);
  const raise = l10n.t('Raise Strength…');
  void vscode.window.showInformationMessage(message, raise).then(async (selected) => {
    if (selected === raise) await vscode.commands.executeCommand('holdfast.raiseStrength', { ...target, chunk });
  });
}

async function pickStart({ authoring }: Engine): Promise<StartItem | undefined> {
  const separator = (label: string): StartItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return vscode.window.showQuickPick<StartItem>(
    [
      separator(l10n.t('Templates')),
      ...(await listTemplateItems(authoring)),
      separator(l10n.t('From what exists')),
      {
        label: l10n.t('Plan from Specification'),
        description: l10n.t('The model turns a text into a contract'),
        command: 'holdfast.planFromSpecification',
      },
      {
        label: l10n.t('Contract from Code'),
        description: l10n.t('States the exports and signatures of files'),
        command: 'holdfast.contractFromCode',
      },
      {
        label: l10n.t('Contract from Diff'),
        description: l10n.t('States what a commit or a branch did'),
        command: 'holdfast.contractFromDiff',
      },
      {
        label: l10n.t('Import Task List'),
        description: l10n.t('Reads the tasks of OpenSpec or Spec Kit'),
        command: 'holdfast.importTaskList',
      },
    ],
    {
      title: l10n.t('New Contract'),
      placeHolder: l10n.t('Select what the contract starts from'),
      matchOnDescription: true,
      // The walkthrough takes the focus when it marks a step as done.
      ignoreFocusOut: true,
    },
  );
}

/** The templates as items of a list. */
export async function listTemplateItems(
  authoring: Engine['authoring'],
): Promise<readonly (vscode.QuickPickItem & { readonly template: string; readonly hasSignature: boolean })[]> {
  const templates = await authoring.templates();
  return templates.map(({ id, title, description, hasSignature }) => ({
    label: title,
    description,
    template: id,
    hasSignature,
  }));
}

/** Prompts for the task of a chunk. Returns `undefined` if the person cancels. */
export async function promptForTask({
  label,
  hasSignature = false,
}: {
  readonly label: string;
  /** Whether the template uses a signature in the task. */
  readonly hasSignature?: boolean;
}): Promise<string | undefined> {
  const task = await vscode.window.showInputBox({
    title: label,
    prompt: hasSignature
      ? l10n.t('What must be done, in a sentence? The model reads it. Name, path and signature are taken from it.')
      : l10n.t('What must be done, in a sentence? The model reads it. Names and paths are derived from it.'),
    placeHolder: hasSignature
      ? l10n.t('Add clamp(value: number, limit: number): number, which limits a value')
      : l10n.t('Add a retry helper with exponential backoff'),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a sentence.') : undefined),
  });
  return task?.trim();
}

/** The module in the active editor, if it belongs to the folder. */
export function activeModule(
  paths: Services['paths'],
  { uri }: Pick<vscode.WorkspaceFolder, 'uri'>,
): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !MODULE_FILE.test(document.uri.path)) return undefined;
  return paths.locate(document.uri).find(({ folder }) => folder === uri.toString())?.path;
}
