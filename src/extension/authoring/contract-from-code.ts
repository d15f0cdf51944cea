import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { WorkspacePath } from '../base/folder-paths.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { MODULE_FILE, MODULE_GLOB } from '../base/module-files.ts';
import { writeGenerated } from './write-generated.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'unsaved' | 'log' | 'runs'>;

/** The most modules in the list. */
const MAX_FILES = 2_000;

/**
 * [ENF-FUTURE-5] Writes a contract that states the exports of the selected files and folders, of the active editor, or of
 * files that the person picks.
 *
 * @param argument the file of a menu
 * @param selection all selected files of the explorer
 */
export async function contractFromCode(services: Services, argument: unknown, selection: unknown): Promise<void> {
  const selected = listUris(argument, selection);
  const paths = selected.length > 0 ? locateAll(services, selected) : await pickModules(services);
  const [first] = paths;
  if (!first) return;
  const files = paths.filter(({ folder }) => folder === first.folder).map(({ path }) => path);
  const entered = await vscode.window.showInputBox({
    title: l10n.t('Contract from Code'),
    prompt: l10n.t('What must change, in a sentence? Leave it empty to state the code as it is.'),
    placeHolder: l10n.t('Accept relative addresses too'),
    ignoreFocusOut: true,
  });
  if (entered === undefined) return;
  const task = entered.trim() === '' ? undefined : entered.trim();
  await writeGenerated(
    services,
    first.folder,
    l10n.t('Contract from Code'),
    (engine, signal) => engine.authoring.fromCode({ files, task, signal }),
    task !== undefined,
  );
}

function listUris(argument: unknown, selection: unknown): readonly vscode.Uri[] {
  const all: readonly unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [argument];
  return all.filter((uri): uri is vscode.Uri => uri instanceof vscode.Uri);
}

function locateAll({ paths }: Services, uris: readonly vscode.Uri[]): readonly WorkspacePath[] {
  const roots = new Map(paths.folders().map(({ uri }) => [uri.toString(), { folder: uri.toString(), path: '' }]));
  const located = uris.flatMap((uri) => roots.get(uri.toString()) ?? paths.locate(uri).slice(0, 1));
  if (located.length > 0) return located;
  throw new HoldfastError('not-found', l10n.t('The selected files are not in a folder of this workspace.'), {
    hint: l10n.t('Open their folder first.'),
  });
}

/** The module of the active editor, or modules that the person picks from a list. */
async function pickModules({ paths }: Services): Promise<readonly WorkspacePath[]> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const [current] = active && MODULE_FILE.test(active.path) ? paths.locate(active) : [];
  if (current) return [current];
  const found = await vscode.workspace.findFiles(MODULE_GLOB, '**/{node_modules,.venv,vendor}/**', MAX_FILES);
  const items = found
    .flatMap((uri) => paths.locate(uri).slice(0, 1))
    .map((file) => ({ label: file.path, file }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  if (items.length === 0)
    throw new HoldfastError('not-found', l10n.t('This workspace has no module to write a contract from.'), {
      hint: l10n.t('Modules are TypeScript, JavaScript, Vue, Svelte, Astro, Python and Go files.'),
    });
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Contract from Code'),
    placeHolder: l10n.t('Select the files whose exports the contract states'),
    canPickMany: true,
  });
  return picked?.map(({ file }) => file) ?? [];
}
