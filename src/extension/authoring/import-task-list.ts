import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine, ImportedContract } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { WorkspacePath, FolderPaths } from '../base/folder-paths.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { fileExists, openDraft } from './open-draft.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'unsaved' | 'log'>;

/**
 * [AGENT-8] Opens a draft contract from the task list of OpenSpec or Spec Kit. Nothing is written until the person saves it.
 *
 * @param argument the task list or its folder, from a menu
 */
export async function importTaskList(services: Services, argument: unknown): Promise<void> {
  const source = await pickTaskList(services.paths, argument);
  if (!source) return;
  const engine = await services.engines.get(source.folder);
  services.unsaved.flush(source.folder, engine);
  const imported = await importOpenTasks(engine, source);
  if (imported) await showDraft(services, engine, source, imported);
}

interface Imported {
  readonly contract: ImportedContract;
  readonly withDone: boolean;
}

/** Imports the open tasks. If all tasks are done, it imports them if the person wants to check them. */
async function importOpenTasks({ authoring }: Engine, { path }: WorkspacePath): Promise<Imported | undefined> {
  try {
    return { contract: await authoring.importPlan({ path }), withDone: false };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown.code !== 'not-found') throw thrown;
    // A list without any task fails again, with the same error.
    const contract = await authoring.importPlan({ path, withDone: true });
    const check = l10n.t('Import All Tasks');
    const selected = await vscode.window.showInformationMessage(
      l10n.t('All tasks of {0} are marked as done.', contract.source),
      { modal: true, detail: l10n.t('A contract from all tasks shows which of them hold in the code.') },
      check,
    );
    return selected === check ? { contract, withDone: true } : undefined;
  }
}

async function showDraft(
  services: Services,
  engine: Engine,
  source: WorkspacePath,
  { contract: imported, withDone }: Imported,
): Promise<void> {
  const folder = vscode.Uri.parse(source.folder);
  const contract = await withFreeName(engine, folder, source, { contract: imported, withDone });
  if (!contract) return;
  const document = await openDraft(folder, contract);
  const { file, chunks, leftOut } = contract;
  const checked = chunks.filter(({ checks }) => checks > 0).length;
  const message = l10n.t(
    'Holdfast: A draft with {0}, {1} of them with checks. Review what its comments call open, then save it as {2}.',
    formatCount(chunks.length, l10n.t('chunk'), l10n.t('chunks')),
    checked,
    file,
  );
  const save = l10n.t('Save Contract');
  const includeDone = l10n.t('Include Done Tasks ({0})', leftOut);
  void vscode.window
    .showInformationMessage(message, save, ...(leftOut > 0 ? [includeDone] : []))
    .then(async (selected) => {
      try {
        if (selected === save) await saveDraft(engine, folder, document, contract);
        if (selected !== includeDone) return;
        const all = await engine.authoring.importPlan({ path: source.path, withDone: true });
        await showDraft(services, engine, source, { contract: all, withDone: true });
      } catch (error) {
        await reportFailure(services.log, error);
      }
    });
}

/** The contract under a name that no file has. The person chooses another name if the file exists. */
async function withFreeName(
  engine: Engine,
  folder: vscode.Uri,
  { path }: WorkspacePath,
  { contract, withDone }: Imported,
): Promise<ImportedContract | undefined> {
  if (!(await fileExists(vscode.Uri.joinPath(folder, contract.file)))) return contract;
  const file = (name: string): string => `${name.trim()}.contract.yaml`;
  const name = await vscode.window.showInputBox({
    title: l10n.t('Import Task List'),
    prompt: l10n.t('{0} already exists. Enter another name.', contract.file),
    value: contract.file.replace(/\.contract\.yaml$/, '-2'),
    ignoreFocusOut: true,
    validateInput: async (value) => {
      if (!/^[A-Za-z0-9][\w.-]*$/.test(value.trim())) return l10n.t('Use letters, digits, ".", "_" and "-".');
      if (!(await fileExists(vscode.Uri.joinPath(folder, file(value))))) return undefined;
      return l10n.t('{0} already exists.', file(value));
    },
  });
  return name === undefined ? undefined : engine.authoring.importPlan({ path, withDone, id: name.trim() });
}

/** Writes the draft as the person has edited it. A draft that was closed is written as it was imported. */
async function saveDraft(
  engine: Engine,
  folder: vscode.Uri,
  document: vscode.TextDocument,
  { file, text }: ImportedContract,
): Promise<void> {
  const uri = vscode.Uri.joinPath(folder, file);
  // The person can have saved it before.
  if (!document.isClosed) await document.save();
  else if (!(await fileExists(uri))) await engine.authoring.create(file, text);
  // Saving by the API closes the draft, and opens no editor for the file.
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** The most task lists in the picker. */
const MAX_FILES = 500;

/** Where OpenSpec and Spec Kit write the task list of a change or a feature. Archived changes have one more folder. */
const TASK_LIST = /(?:^|\/)(?<tool>openspec\/changes|specs)\/(?<name>[^/]+)\/tasks\.md$/;

/** The task list for a command: the file or folder of a menu, or one that the person picks. */
async function pickTaskList(paths: FolderPaths, argument: unknown): Promise<WorkspacePath | undefined> {
  const [requested] = argument instanceof vscode.Uri ? paths.locate(argument) : [];
  if (requested) return requested;
  const found = await vscode.workspace.findFiles('**/tasks.md', '**/node_modules/**', MAX_FILES);
  const items = found
    .flatMap((uri) => paths.locate(uri).slice(0, 1))
    .flatMap((file) => {
      const { tool, name } = TASK_LIST.exec(file.path)?.groups ?? {};
      if (name === undefined) return [];
      return [{ label: name, description: tool === 'specs' ? 'Spec Kit' : 'OpenSpec', detail: file.path, file }];
    })
    .sort((a, b) => (a.detail < b.detail ? -1 : 1));
  if (items.length === 0)
    throw new HoldfastError('not-found', l10n.t('This workspace has no task list of OpenSpec or Spec Kit.'), {
      hint: l10n.t(
        'They are expected at `openspec/changes/<name>/tasks.md` and `specs/<name>/tasks.md`. For another place, use the context menu of the file in the explorer.',
      ),
    });
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Import Task List'),
    placeHolder: l10n.t('Select a change or a feature'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.file;
}
