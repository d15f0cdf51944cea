import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangedFile } from '../../engine.ts';
import type { RunTarget } from '../state/target.ts';
import { closeTabs, listTabs } from '../base/close-tabs.ts';
import type { DiffLabels } from './diff-labels.ts';
import { createResultUriParts, parseResultUri, RESULT_SCHEME } from './result-uri.ts';

/** The diff editors that show the changes of results: of all their files, and of single ones. */
export class ResultDiffs {
  readonly #labels: DiffLabels;

  constructor(labels: DiffLabels) {
    this.#labels = labels;
  }

  /** The result that the active editor shows. */
  findActive(): RunTarget | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab && this.#findResultInTab(tab);
  }

  /**
   * Opens the diff of all files in place of the one that shows the result already: VS Code opens another tab each time.
   *
   * @param title the titles of the chunks, or another name of the result
   */
  async openAll(target: RunTarget, title: string, changes: readonly ChangedFile[]): Promise<void> {
    const replaced = listTabs().filter((tab) => isSameRun(this.#labels.find(tab.label), target));
    const label = await this.#labels.add(target, l10n.t('Review: {0}', title));
    const resources = changes.map((change) => toDiffResource(target, change));
    await vscode.commands.executeCommand('vscode.changes', label, resources);
    await closeTabs(replaced);
  }

  async openFile(target: RunTarget, { path, previousPath }: Pick<ChangedFile, 'path' | 'previousPath'>): Promise<void> {
    await vscode.commands.executeCommand(
      'vscode.diff',
      toSideUri(target, 'before', previousPath ?? path),
      toSideUri(target, 'after', path),
      l10n.t('Review: {0}', path),
      { preview: true, viewColumn: findDiffColumn() },
    );
  }

  /** Closes the diffs of the results that are gone. */
  async close(isGone: (shown: RunTarget) => boolean): Promise<void> {
    const tabs = listTabs().filter((tab) => {
      const shown = this.#findResultInTab(tab);
      return shown !== undefined && isGone(shown);
    });
    await this.#labels.remove(isGone);
    await closeTabs(tabs);
  }

  #findResultInTab(tab: vscode.Tab): RunTarget | undefined {
    if (tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === RESULT_SCHEME) {
      const shown = parseResultUri(tab.input.modified);
      return shown && { folder: shown.folder, runId: shown.runId };
    }
    return this.#labels.find(tab.label);
  }
}

function isSameRun(one: RunTarget | undefined, other: RunTarget): boolean {
  return one?.folder === other.folder && one.runId === other.runId;
}

/**
 * The column for the diff of a file: that of the active diff, or one next to the results panel, so that both are visible. The
 * panel may not be the active tab yet when one of its buttons is pressed.
 */
function findDiffColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const { input } = activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputTextDiff && input.modified.scheme === RESULT_SCHEME)
    return activeTabGroup.viewColumn;
  const panel = all.find(({ activeTab }) => activeTab?.input instanceof vscode.TabInputWebview);
  if (panel?.viewColumn === vscode.ViewColumn.One) return vscode.ViewColumn.Beside;
  return panel !== undefined || all.length > 1 ? vscode.ViewColumn.One : vscode.ViewColumn.Active;
}

/** A row of the diff of all files: the file, its text before and its text after. A side without a file is `undefined`. */
function toDiffResource(
  target: RunTarget,
  { path, previousPath, before, after }: ChangedFile,
): [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined] {
  return [
    vscode.Uri.joinPath(vscode.Uri.parse(target.folder), path),
    before === undefined ? undefined : toSideUri(target, 'before', previousPath ?? path),
    after === undefined ? undefined : toSideUri(target, 'after', path),
  ];
}

function toSideUri(target: RunTarget, side: 'before' | 'after', path: string): vscode.Uri {
  return vscode.Uri.from(createResultUriParts({ ...target, side, path }));
}
