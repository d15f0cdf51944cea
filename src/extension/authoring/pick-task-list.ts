import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { FolderPaths, WorkspacePath } from '../base/folder-paths.ts';

/** The most task lists in the picker. */
const MAX_FILES = 500;

/** Where OpenSpec and Spec Kit write the task list of a change or a feature. Archived changes have one more folder. */
const TASK_LIST = /(?:^|\/)(?<tool>openspec\/changes|specs)\/(?<name>[^/]+)\/tasks\.md$/;

/** The task list for a command: the file or folder of a menu, or one that the person picks. */
export async function pickTaskList(paths: FolderPaths, argument: unknown): Promise<WorkspacePath | undefined> {
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
