import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { FolderPaths, WorkspacePath } from '../base/folder-paths.ts';
import { defaultPlanFile, normalizeEnteredPath, SPECIFICATION_FILE, validatePlanFile } from './plan-file.ts';

/** The maximum number of files in the picker. */
const MAX_FILES = 500;

/** The specification for a command: from the argument, from the active editor, or one that the person picks. */
export async function pickSpecification(paths: FolderPaths, argument: unknown): Promise<WorkspacePath | undefined> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const [requested] = uri && SPECIFICATION_FILE.test(uri.path) ? paths.locate(uri) : [];
  if (requested) return requested;
  const found = await vscode.workspace.findFiles('**/*.{md,markdown,txt}', '**/node_modules/**', MAX_FILES);
  const items = found
    .flatMap((file) => paths.locate(file).slice(0, 1))
    .map((file) => ({ label: file.path, file }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  if (items.length === 0)
    throw new HoldfastError('not-found', l10n.t('This workspace has no .md or .txt file to use as a specification.'), {
      hint: l10n.t('Describe the intended changes in a .md file.'),
    });
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Plan from Specification'),
    placeHolder: l10n.t('Select a specification'),
  });
  return picked?.file;
}

/** The file to write a plan to. */
export interface PlanFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Whether the person agreed to replace an existing file. */
  readonly replaces: boolean;
}

/**
 * Prompts for the file to write the plan to, with a default next to the specification. Returns `undefined` if the person
 * cancels.
 */
export async function pickPlanFile({ folder, path }: WorkspacePath): Promise<PlanFile | undefined> {
  const value = defaultPlanFile(path);
  const entered = await vscode.window.showInputBox({
    title: l10n.t('Plan for {0}', path),
    prompt: l10n.t('Contract file to write'),
    value,
    valueSelection: [value.lastIndexOf('/') + 1, value.length - '.contract.yaml'.length],
    validateInput: validatePlanFile,
  });
  if (entered === undefined) return undefined;
  const planPath = normalizeEnteredPath(entered);
  if (!(await exists(vscode.Uri.joinPath(vscode.Uri.parse(folder), planPath))))
    return { path: planPath, replaces: false };
  const replace = l10n.t('Replace');
  const selected = await vscode.window.showWarningMessage(
    l10n.t('{0} already exists. Replace it?', planPath),
    { modal: true, detail: l10n.t('You can undo the replacement in the editor.') },
    replace,
  );
  return selected === replace ? { path: planPath, replaces: true } : undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    // Any other error is reported when the plan is written.
    return false;
  }
}
