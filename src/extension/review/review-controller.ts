import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangedFile, PendingReview, ReviewResolution } from '../../engine.ts';
import type { LandingReport } from '../../run/report/run-result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { saveUnsavedFiles } from '../edits/unsaved-files.ts';
import { formatLanding } from '../run-session/run-messages.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ReviewService } from '../services/feature-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { RunTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';
import { ConflictFiles } from './conflict-files.ts';
import { closeMergeEditors, openMergeEditor } from './open-merge-editor.ts';
import { createResultUriParts } from './result-uri.ts';

const ACCEPT = 'Accept';
const DISCARD = 'Discard';
const OPEN_CHANGES = 'Open Changes';
const SHOW_RESULTS = 'Show Results';

export class ReviewController implements ReviewService {
  readonly #services: ExtensionServices;
  /** The result that each diff editor shows, by the label of its tab. */
  readonly #openDiffs = new Map<string, RunTarget>();
  /** Run ids for which this window has shown a notification. */
  readonly #offered = new Set<string>();

  readonly #conflicts = new ConflictFiles();

  constructor(services: ExtensionServices) {
    this.#services = services;
    const update = (): void => this.#updateContextKey();
    services.context.subscriptions.push(
      vscode.window.tabGroups.onDidChangeTabs(update),
      vscode.window.tabGroups.onDidChangeTabGroups(update),
      vscode.workspace.onDidSaveTextDocument((document) => this.#handleSaved(document.uri)),
    );
  }

  findActive(): RunTarget | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab && this.#findResultInTab(tab);
  }

  async refresh(folder: string): Promise<readonly PendingReview[]> {
    const reviews = await (await this.#services.engines.get(folder)).pendingReviews();
    this.#services.store.dispatch({ type: 'reviews-listed', folder, reviews });
    // Another run or another process may have replaced or decided results.
    const gone = [...this.#openDiffs.values()].filter(
      (shown) => shown.folder === folder && !reviews.some(({ runId }) => runId === shown.runId),
    );
    for (const target of gone) await this.#closeDiff(target);
    return reviews;
  }

  async offerPending(folder: string): Promise<void> {
    for (const review of await this.refresh(folder)) {
      if (this.#offered.has(review.runId)) continue;
      void this.#offer({ folder, runId: review.runId }, `Result to review: ${joinTitles(review)}.`);
    }
  }

  async present(target: RunTarget, message: string): Promise<void> {
    await this.openChanges(target);
    void this.#offer(target, message);
  }

  async openChanges(target: RunTarget): Promise<void> {
    const changes = await (await this.#services.engines.get(target.folder)).changesOf(target.runId);
    const textual = changes.filter((change) => change.before !== undefined || change.after !== undefined);
    if (textual.length === 0) {
      const files = changes.map((change) => change.path).join(', ');
      void vscode.window.showInformationMessage(
        changes.length === 0
          ? 'Holdfast: The result changes no files.'
          : `Holdfast: The result changes only binary files: ${files}`,
      );
      return;
    }
    const label = this.#createLabel(target);
    this.#openDiffs.set(label, target);
    await vscode.commands.executeCommand(
      'vscode.changes',
      label,
      textual.map((change) => toDiffResource(target, change)),
    );
    this.#updateContextKey();
  }

  async accept(target: RunTarget): Promise<LandingReport | undefined> {
    const { engines, paths, log } = this.#services;
    const engine = await engines.get(target.folder);
    const settings = readEditorSettings(createSettingReader(target.folder));
    if (!(await saveUnsavedFiles(paths, target.folder, settings.unsavedFiles, 'Accept'))) return undefined;
    const merged = this.#conflicts.mergedOf(target.runId);
    const landing = await engine.accept(target.runId, settings.reviewLanding, merged);
    (await this.#services.runs()).findByRunId(target.runId)?.recordLanding(landing);
    if (landing.conflicts.length === 0) {
      this.#recordResolution(target, 'accepted');
      this.#conflicts.forget(target.runId);
      await closeMergeEditors(target.folder, merged);
    }
    await this.#updateAfterDecision(target, landing.files);
    const message = formatLanding(landing);
    if (landing.conflicts.length > 0) {
      log.warn(message);
      await this.offerMerge(target, landing);
    } else {
      log.info(message);
      void this.#offerUndo(target, landing, message);
    }
    return landing;
  }

  async offerMerge(target: RunTarget, landing: LandingReport): Promise<void> {
    const mergeable = landing.conflicts.flatMap(({ file, isMergeable }) => (isMergeable === true ? [file] : []));
    const message = `Holdfast: ${formatLanding(landing)}`;
    if (mergeable.length === 0) {
      void this.#runSelected(vscode.window.showWarningMessage(message, SHOW_RESULTS), target);
      return;
    }
    this.#conflicts.record(target.runId, mergeable);
    for (const file of mergeable) await openMergeEditor(target, file, this.#services.log);
    const keepOwn = l10n.t('Land with My Version');
    const hint = l10n.t('Merge the result into your version and save it. Then land the result again.');
    void vscode.window.showWarningMessage(`${message} ${hint}`, keepOwn, SHOW_RESULTS).then((selected) => {
      if (selected === keepOwn) {
        this.#conflicts.keepAll(target.runId);
        void vscode.commands.executeCommand('holdfast.acceptResult', target);
      }
      if (selected === SHOW_RESULTS) void vscode.commands.executeCommand('holdfast.showResults', target);
    });
  }

  /** Offers to land the results whose conflicts the person has merged with this save. */
  #handleSaved(uri: vscode.Uri): void {
    for (const { folder, path } of this.#services.paths.locate(uri)) {
      const reviews = findFolder(this.#services.store.state, folder)?.reviews ?? [];
      const complete = this.#conflicts.save(path, (runId) => reviews.some((review) => review.runId === runId));
      for (const runId of complete) void this.#offerLanding({ folder, runId });
    }
  }

  async #offerLanding(target: RunTarget): Promise<void> {
    const review = this.#findReview(target);
    if (!review) return;
    const files = this.#conflicts.mergedOf(target.runId).join(', ');
    const land = l10n.t('Land Now');
    const question = l10n.t('You saved {0}. Land "{1}" with your version of it?', files, joinTitles(review));
    const selected = await vscode.window.showInformationMessage(`Holdfast: ${question}`, land);
    if (selected === land) await vscode.commands.executeCommand('holdfast.acceptResult', target);
  }

  async #offerUndo({ folder, runId }: RunTarget, { commit, files }: LandingReport, message: string): Promise<void> {
    const undo = l10n.t('Undo');
    const buttons = files.length === 0 ? [] : [undo];
    const selected = await vscode.window.showInformationMessage(`Holdfast: ${message}`, ...buttons);
    if (selected === undo) await vscode.commands.executeCommand('holdfast.undoLanding', { folder, commit, runId });
  }

  async discard(target: RunTarget): Promise<boolean> {
    const review = this.#findReview(target);
    if (!review) throw new HoldfastError('not-found', 'Failed to discard the result: it no longer waits for review.');
    const confirmed = await vscode.window.showWarningMessage(
      `Discard the result of ${joinTitles(review)}?`,
      { modal: true, detail: 'The changes of the model are discarded. Your files stay unchanged.' },
      DISCARD,
    );
    if (confirmed !== DISCARD) return false;
    await (await this.#services.engines.get(target.folder)).discard(target.runId);
    (await this.#services.runs()).findByRunId(target.runId)?.recordDiscard();
    this.#conflicts.forget(target.runId);
    this.#recordResolution(target, 'discarded');
    await this.#updateAfterDecision(target, []);
    return true;
  }

  #recordResolution({ folder, runId }: RunTarget, resolution: Exclude<ReviewResolution, 'superseded'>): void {
    this.#services.store.dispatch({ type: 'review-resolved', folder, runId, resolution });
  }

  async #offer(target: RunTarget, message: string): Promise<void> {
    this.#offered.add(target.runId);
    const notification = vscode.window.showInformationMessage(`Holdfast: ${message}`, ACCEPT, DISCARD, OPEN_CHANGES);
    await this.#runSelected(notification, target);
  }

  /** Runs the command of the button that the person selects in a notification. */
  async #runSelected(notification: Thenable<string | undefined>, target: RunTarget): Promise<void> {
    const commands: Readonly<Record<string, string>> = {
      [ACCEPT]: 'holdfast.acceptResult',
      [DISCARD]: 'holdfast.discardResult',
      [OPEN_CHANGES]: 'holdfast.openChanges',
      [SHOW_RESULTS]: 'holdfast.showResults',
    };
    const selected = await notification;
    const command = selected === undefined ? undefined : commands[selected];
    if (command) await vscode.commands.executeCommand(command, target);
  }

  /** Refreshes the pending decisions, which closes the diff unless a conflict keeps the result pending, and checks again. */
  async #updateAfterDecision(target: RunTarget, landed: readonly string[]): Promise<void> {
    await this.refresh(target.folder);
    // Landing a chunk resolves its amendments.
    await (await this.#services.amendments()).refresh(target.folder);
    await this.#services.checks.handleDiskChanges(target.folder, landed);
    this.#services.checks.recheck(target.folder);
  }

  async #closeDiff(target: RunTarget): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => this.#findResultInTab(tab)?.runId === target.runId);
    for (const [label, opened] of this.#openDiffs) if (opened.runId === target.runId) this.#openDiffs.delete(label);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
    this.#updateContextKey();
  }

  /** VS Code appends the number of files to the label of a multi-file diff. */
  #findResultInTab(tab: vscode.Tab): RunTarget | undefined {
    const found = [...this.#openDiffs].find(([label]) => tab.label === label || tab.label.startsWith(`${label} (`));
    return found?.[1];
  }

  #updateContextKey(): void {
    void vscode.commands.executeCommand('setContext', 'holdfast.reviewActive', this.findActive() !== undefined);
  }

  #findReview(target: RunTarget): PendingReview | undefined {
    const folder = findFolder(this.#services.store.state, target.folder);
    return folder?.reviews.find((review) => review.runId === target.runId);
  }

  #createLabel(target: RunTarget): string {
    const review = this.#findReview(target);
    const label = `Review: ${review ? joinTitles(review) : target.runId}`;
    const other = this.#openDiffs.get(label);
    return other && other.runId !== target.runId ? `${label}, ${target.runId.slice(0, 8)}` : label;
  }
}

function joinTitles(review: PendingReview): string {
  return review.chunks.map((chunk) => chunk.title).join(', ');
}

/** A row of the multi-file diff: the file, its text before and its text after. A side without a file is `undefined`. */
function toDiffResource(
  target: RunTarget,
  change: ChangedFile,
): [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined] {
  const uri = (side: 'before' | 'after', path: string): vscode.Uri =>
    vscode.Uri.from(createResultUriParts({ ...target, side, path }));
  return [
    vscode.Uri.joinPath(vscode.Uri.parse(target.folder), change.path),
    change.before === undefined ? undefined : uri('before', change.previousPath ?? change.path),
    change.after === undefined ? undefined : uri('after', change.path),
  ];
}
