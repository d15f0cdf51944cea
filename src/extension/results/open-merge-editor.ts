import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RunTarget } from '../state/target.ts';
import { createResultUriParts } from './result-uri.ts';

/**
 * The command that the git extension of VS Code uses. It is not part of the public API, so a failure falls back to the diff
 * editor.
 */
const OPEN_MERGE_EDITOR = '_open.mergeEditor';

/**
 * Opens the merge editor for a file that the person and a result both changed. The person's own file receives the merge; it
 * stays unchanged until they edit and save it.
 */
export async function openMergeEditor(
  target: RunTarget,
  file: string,
  log: { warn(message: string): void },
): Promise<void> {
  const uri = (side: 'before' | 'after' | 'yours'): vscode.Uri =>
    vscode.Uri.from(createResultUriParts({ ...target, side, path: file }));
  const output = vscode.Uri.joinPath(vscode.Uri.parse(target.folder), file);
  try {
    await vscode.commands.executeCommand(OPEN_MERGE_EDITOR, {
      base: uri('before'),
      input1: { uri: uri('yours'), title: l10n.t('Your Version'), description: '', detail: file },
      input2: { uri: uri('after'), title: l10n.t('Result of the Run'), description: '', detail: file },
      output,
    });
  } catch (error) {
    log.warn(`Failed to open the merge editor for ${file}, so the diff editor is used: ${String(error)}`);
    const title = l10n.t('{0}: Result of the Run and Your Version', file);
    await vscode.commands.executeCommand('vscode.diff', uri('after'), output, title);
  }
}

/** Closes the merge editors of files that have landed, unless they have unsaved changes. */
export async function closeMergeEditors(folder: string, files: readonly string[]): Promise<void> {
  const uris = new Set(files.map((file) => vscode.Uri.joinPath(vscode.Uri.parse(folder), file).toString()));
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => !tab.isDirty && uris.has(findMergedFile(tab.input)));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}

/** The file that a merge editor writes; empty for another tab. The public API has no type for the input of a merge editor. */
function findMergedFile(input: unknown): string {
  const result: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'result') : undefined;
  return result instanceof vscode.Uri ? result.toString() : '';
}
