import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangedFile, PastLanding, UndoPreview, UndoReport } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatConflicts } from '../../foundation/format-conflicts.ts';
import { saveUnsavedFiles } from '../edits/unsaved-files.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { PastLandingTarget } from '../state/target.ts';
import { createLandingUriParts } from './landing-uri.ts';

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'checks' | 'paths' | 'log' | 'runs' | 'store'>;

/** What landed, and its undo. */
export class LandingController {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** Fires when the landings of a folder may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    services.context.subscriptions.push(this.#changed);
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** What landed in a folder, newest first. */
  async list(folder: string): Promise<readonly PastLanding[]> {
    return (await this.#services.engines.get(folder)).landings.list();
  }

  /** Opens the change of a landing, or of one of its files, in the diff editor. */
  async openChanges({ folder, landing }: PastLandingTarget, file?: string): Promise<void> {
    const { landings } = await this.#services.engines.get(folder);
    const [found, changes] = await Promise.all([this.#find({ folder, landing }), landings.changes(landing)]);
    const textual = changes.filter((change) => change.before !== undefined || change.after !== undefined);
    const only = textual.find((change) => change.path === file);
    if (textual.length === 0 || (file !== undefined && !only)) {
      const files = changes.map((change) => change.path).join(', ');
      void vscode.window.showInformationMessage(l10n.t('Holdfast: There is no text to compare in {0}.', file ?? files));
      return;
    }
    if (only) {
      const [target, before, after] = toDiffResource({ folder, landing }, only);
      const name = l10n.t('{0} (landing {1})', only.path, landing);
      const empty = vscode.Uri.from(
        createLandingUriParts({ folder, landing, side: 'before', path: `${only.path}.empty` }),
      );
      await vscode.commands.executeCommand(
        'vscode.diff',
        before ?? empty,
        after ?? empty.with({ path: target.path }),
        name,
      );
      return;
    }
    await vscode.commands.executeCommand(
      'vscode.changes',
      l10n.t('Landing: {0}', titleOf(found)),
      textual.map((change) => toDiffResource({ folder, landing }, change)),
    );
  }

  /**
   * Undoes a landing after confirmation. Returns `undefined` if nothing changed.
   * @throws HoldfastError `conflict` if it is not part of the files, `untrusted` in an untrusted workspace
   */
  async undo(target: PastLandingTarget): Promise<UndoReport | undefined> {
    const { folder, landing: id } = target;
    const { engines, paths, store } = this.#services;
    if (!store.state.trusted) {
      throw new HoldfastError('untrusted', l10n.t('Failed to undo the landing: this workspace is not trusted.'), {
        hint: l10n.t('Trust the workspace first.'),
      });
    }
    const settings = readEditorSettings(createSettingReader(folder));
    if (!(await saveUnsavedFiles(paths, folder, settings.unsavedFiles, l10n.t('Undo Landing')))) return undefined;
    const { landings } = await engines.get(folder);
    const preview = await withProgress(l10n.t('Checking what the undo changes'), (signal) =>
      landings.previewUndo(id, { signal }),
    );
    if (preview.conflicts.length > 0) {
      this.#reportConflicts(target, preview);
      return undefined;
    }
    if (!(await confirmUndo(preview))) return undefined;
    const report = await withProgress(l10n.t('Undoing the landing'), (signal) =>
      landings.undo(id, { force: true, signal }),
    );
    if (report.isUndone) {
      this.#reportUndone(report);
      const runs = await this.#services.runs();
      for (const { runId } of report.landing.chunks) {
        if (runId !== undefined) runs.findByChunkRunId(runId)?.recordUndo();
      }
    } else this.#reportConflicts(target, report);
    await this.#services.checks.handleDiskChanges(folder, report.files);
    this.#services.checks.recheck(folder);
    this.refresh();
    return report;
  }

  async #find({ folder, landing }: PastLandingTarget): Promise<PastLanding> {
    const { landings } = await this.#services.engines.get(folder);
    const found = (await landings.list(Number.MAX_SAFE_INTEGER)).find(({ id }) => id === landing);
    if (found) return found;
    throw new HoldfastError('not-found', l10n.t('Failed to find the landing {0}.', landing));
  }

  #reportUndone({ landing, commit, notes }: UndoReport): void {
    const undone =
      commit === undefined
        ? l10n.t('Undone: {0}. The files are restored.', titleOf(landing))
        : l10n.t('Undone: {0}. The commit {1} reverts it.', titleOf(landing), commit.slice(0, 8));
    const message = ['Holdfast:', undone, l10n.t('Its chunks are no longer done.'), ...notes].join(' ');
    this.#services.log.info(message);
    void vscode.window.showInformationMessage(message);
  }

  #reportConflicts(target: PastLandingTarget, { landing, conflicts }: UndoPreview): void {
    const message = l10n.t(
      'Holdfast: Nothing was changed. The undo of {0} conflicts with later changes: {1}',
      titleOf(landing),
      formatConflicts(conflicts),
    );
    const open = l10n.t('Open Landing');
    this.#services.log.warn(message);
    void vscode.window.showWarningMessage(message, open).then((selected) => {
      if (selected === open) void vscode.commands.executeCommand('holdfast.showLanding', { target });
    });
  }
}

/** Shows everything that a decision needs. The undo of work that others need is confirmed with their names. */
async function confirmUndo({ landing, files, dependents, isCommitted }: UndoPreview): Promise<boolean> {
  const undo = l10n.t('Undo Landing');
  const names = files.slice(0, 8).join(', ') + (files.length > 8 ? ', …' : '');
  const detail = [
    ...(files.length === 0 ? [l10n.t('The files no longer contain it.')] : [l10n.t('Changes {0}.', names)]),
    isCommitted ? l10n.t('A commit reverts it, unless these files have other changes.') : l10n.t('No commit is made.'),
    l10n.t('Its chunks are no longer done.'),
    ...dependents.map(({ chunk, contract, asserts }) =>
      l10n.t('Breaks "{0}" ({1}), which is done: {2}', chunk.title, contract, asserts.join('; ')),
    ),
  ];
  const message = l10n.t('Undo the landing of {0}?', titleOf(landing));
  return (await vscode.window.showWarningMessage(message, { modal: true, detail: detail.join('\n') }, undo)) === undo;
}

function withProgress<Result>(title: string, work: (signal: AbortSignal) => Promise<Result>): Thenable<Result> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Holdfast: {0}', title),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const cancellation = new AbortController();
    const listener = token.onCancellationRequested(() => cancellation.abort());
    try {
      return await work(cancellation.signal);
    } finally {
      listener.dispose();
    }
  });
}

function titleOf({ chunks, title }: PastLanding): string {
  return chunks.map((chunk) => chunk.title).join(', ') || title;
}

/** A row of the multi-file diff: the file, its text before and its text after. A side without a file is `undefined`. */
function toDiffResource(
  target: PastLandingTarget,
  change: ChangedFile,
): [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined] {
  const uri = (side: 'before' | 'after', path: string): vscode.Uri =>
    vscode.Uri.from(createLandingUriParts({ ...target, side, path }));
  return [
    vscode.Uri.joinPath(vscode.Uri.parse(target.folder), change.path),
    change.before === undefined ? undefined : uri('before', change.previousPath ?? change.path),
    change.after === undefined ? undefined : uri('after', change.path),
  ];
}
