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
