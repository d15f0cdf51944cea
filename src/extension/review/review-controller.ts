import * as vscode from 'vscode';
import type { ChangedFile, PendingReview } from '../../engine.ts';
import type { LandingReport } from '../../run/result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { settleUnsavedFiles } from '../runs/unsaved-files.ts';
import { editorSettings } from '../settings/holdfast-settings.ts';
import { settingReader } from '../settings/setting-reader.ts';
import type { RunTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';
import { landingWords } from './landing-words.ts';
import { resultUriParts } from './result-uri.ts';

const ACCEPT = 'Accept';
const DISCARD = 'Discard';
const OPEN_CHANGES = 'Open Changes';
const SHOW_RESULTS = 'Show Results';

/** Results that wait for a person: opened in the editor's own diff, accepted, discarded, offered again (review mode). */
export class ReviewController {
  readonly #parts: ExtensionParts;
  /** Which result a diff editor shows, by the label of its tab. */
  readonly #opened = new Map<string, RunTarget>();
  /** Results that this window has spoken of already. */
  readonly #offered = new Set<string>();

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
    const mark = (): void => this.#markActiveEditor();
    parts.context.subscriptions.push(
      vscode.window.tabGroups.onDidChangeTabs(mark),
      vscode.window.tabGroups.onDidChangeTabGroups(mark),
    );
  }

  /** The result that the active editor shows. */
  inActiveEditor(): RunTarget | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab && this.#shownIn(tab);
  }

  /** Reads again which results of a folder wait. */
  async refresh(folder: string): Promise<readonly PendingReview[]> {
    const reviews = await (await this.#parts.engines.of(folder)).pendingReviews();
    this.#parts.store.dispatch({ type: 'reviews-listed', folder, reviews });
    return reviews;
  }

  /** Speaks of results that were left waiting when the window was closed, each once. */
  async offerWaiting(folder: string): Promise<void> {
    for (const review of await this.refresh(folder)) {
      if (this.#offered.has(review.runId)) continue;
      void this.#offer({ folder, runId: review.runId }, `A result waits for review: ${titlesOf(review)}.`);
    }
  }

  /** Opens the changes of a result that has just passed, and asks what shall become of it. */
  async present(target: RunTarget, message: string): Promise<void> {
    await this.openChanges(target);
    void this.#offer(target, message);
  }

  async openChanges(target: RunTarget): Promise<void> {
    const changes = await (await this.#parts.engines.of(target.folder)).changesOf(target.runId);
    const shown = changes.filter((change) => change.before !== undefined || change.after !== undefined);
    if (shown.length === 0) {
      const files = changes.map((change) => change.path).join(', ');
      void vscode.window.showInformationMessage(
        changes.length === 0
          ? 'Holdfast: The result changes no file.'
          : `Holdfast: The result changes binary files only: ${files}`,
      );
      return;
    }
    const label = this.#labelOf(target);
    this.#opened.set(label, target);
    await vscode.commands.executeCommand(
      'vscode.changes',
      label,
      shown.map((change) => diffOf(target, change)),
    );
    this.#markActiveEditor();
  }

  /** Lands a result. A conflict lands nothing, and says what is in conflict. */
  async accept(target: RunTarget): Promise<LandingReport | undefined> {
    const { engines, log } = this.#parts;
    const engine = await engines.of(target.folder);
    const settings = editorSettings(settingReader(target.folder));
    if (!(await settleUnsavedFiles(this.#parts.places, target.folder, settings.unsavedFiles, 'Accept')))
      return undefined;
    const landing = await engine.accept(target.runId, settings.reviewLanding);
    const message = landingWords(landing);
    (await this.#parts.runs()).sessionOf(target.runId)?.landed(landing);
    await this.#settled(target, landing.files);
    if (landing.conflicts.length > 0) {
      log.warn(message);
      void this.#tell(vscode.window.showWarningMessage(`Holdfast: ${message}`, SHOW_RESULTS), target);
    } else {
      log.info(message);
      void vscode.window.showInformationMessage(`Holdfast: ${message}`);
    }
    return landing;
  }

  /** Drops a result once the person has confirmed it. */
  async discard(target: RunTarget): Promise<boolean> {
    const review = this.#reviewOf(target);
    if (!review)
      throw new HoldfastError('not-found', 'Failed to discard the result: it does not wait for review any more.');
    const confirmed = await vscode.window.showWarningMessage(
      `Discard the result of ${titlesOf(review)}?`,
      { modal: true, detail: 'Your files stay as they are. What the model wrote is dropped.' },
      DISCARD,
    );
    if (confirmed !== DISCARD) return false;
    await (await this.#parts.engines.of(target.folder)).discard(target.runId);
    (await this.#parts.runs()).sessionOf(target.runId)?.discarded();
    await this.#settled(target, []);
    return true;
  }

  async #offer(target: RunTarget, message: string): Promise<void> {
    this.#offered.add(target.runId);
    const offer = vscode.window.showInformationMessage(`Holdfast: ${message}`, ACCEPT, DISCARD, OPEN_CHANGES);
    await this.#tell(offer, target);
  }

  /** Does what the person chose in a notification. */
  async #tell(notification: Thenable<string | undefined>, target: RunTarget): Promise<void> {
    const commands: Readonly<Record<string, string>> = {
      [ACCEPT]: 'holdfast.acceptResult',
      [DISCARD]: 'holdfast.discardResult',
      [OPEN_CHANGES]: 'holdfast.openChanges',
      [SHOW_RESULTS]: 'holdfast.showResults',
    };
    const chosen = await notification;
    const command = chosen === undefined ? undefined : commands[chosen];
    if (command) await vscode.commands.executeCommand(command, target);
  }

  /** A result waits no more, or waits on after a conflict: list again, close its diff, look at the files anew. */
  async #settled(target: RunTarget, landed: readonly string[]): Promise<void> {
    const waiting = await this.refresh(target.folder);
    // Of chunks that are completed now no amendment waits any more.
    await (await this.#parts.amendments()).refresh(target.folder);
    if (!waiting.some((review) => review.runId === target.runId)) await this.#closeDiff(target);
    await this.#parts.checks.changedOnDisk(target.folder, landed);
    this.#parts.checks.recheck(target.folder);
  }

  async #closeDiff(target: RunTarget): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => this.#shownIn(tab)?.runId === target.runId);
    for (const [label, opened] of this.#opened) if (opened.runId === target.runId) this.#opened.delete(label);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
    this.#markActiveEditor();
  }

  /** The editor adds the number of files to the label that it was given. */
  #shownIn(tab: vscode.Tab): RunTarget | undefined {
    const found = [...this.#opened].find(([label]) => tab.label === label || tab.label.startsWith(`${label} (`));
    return found?.[1];
  }

  #markActiveEditor(): void {
    void vscode.commands.executeCommand('setContext', 'holdfast.reviewActive', this.inActiveEditor() !== undefined);
  }

  #reviewOf(target: RunTarget): PendingReview | undefined {
    const folder = findFolder(this.#parts.store.state, target.folder);
    return folder?.reviews.find((review) => review.runId === target.runId);
  }

  #labelOf(target: RunTarget): string {
    const review = this.#reviewOf(target);
    const label = `Review: ${review ? titlesOf(review) : target.runId}`;
    const other = this.#opened.get(label);
    return other && other.runId !== target.runId ? `${label}, ${target.runId.slice(0, 8)}` : label;
  }
}

function titlesOf(review: PendingReview): string {
  return review.chunks.map((chunk) => chunk.title).join(', ');
}

/** A row of the diff editor: the file's name, and what stands on either side; nothing where there is no file. */
function diffOf(target: RunTarget, change: ChangedFile): [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined] {
  const uri = (side: 'before' | 'after', path: string): vscode.Uri =>
    vscode.Uri.from(resultUriParts({ ...target, side, path }));
  return [
    vscode.Uri.joinPath(vscode.Uri.parse(target.folder), change.path),
    change.before === undefined ? undefined : uri('before', change.previousPath ?? change.path),
    change.after === undefined ? undefined : uri('after', change.path),
  ];
}
