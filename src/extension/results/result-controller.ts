import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type {
  HunkDecision,
  OtherBranchError,
  PendingResult,
  PendingFiles,
  AcceptedLanding,
  ResultResolution,
} from '../../engine.ts';
import { formatConflicts } from '../../foundation/format-conflicts.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandId } from '../base/command-ids.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import { saveUnsavedFiles } from '../edits/unsaved-files.ts';
import { formatLanding } from '../run-session/run-messages.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { RunTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';
import { ConflictFiles } from './conflict-files.ts';
import { landOnBranch } from './other-branch.ts';
import { offerContract } from './offer-contract.ts';
import { closeMergeEditors, openMergeEditor } from './open-merge-editor.ts';
import { applyWrites, encodeUnsaved } from './apply-writes.ts';
import { DiffLabels } from './diff-labels.ts';
import { ResultDiffs } from './result-diffs.ts';
import { decideAcceptLabels, hasParts, listMergeable, type AcceptLabels } from './result-labels.ts';

const discardLabel = () => l10n.t('Discard');
const openChangesLabel = () => l10n.t('Open Changes');
const showResultsLabel = () => l10n.t('Show Results');
const tryAgainLabel = () => l10n.t('Try Again, But…');

/** The number of pending results whose changes are read before they are opened. */
const MAX_READ_RESULTS = 10;

/** Results that wait for review: shows their changes, and lands or discards them as the person decides. */
export class ResultController {
  readonly #services: ExtensionServices;
  readonly #diffs: ResultDiffs;
  /** Run ids for which this window has shown a notification. */
  readonly #offered = new Set<string>();
  readonly #conflicts = new ConflictFiles();

  constructor(services: ExtensionServices) {
    this.#services = services;
    this.#diffs = new ResultDiffs(new DiffLabels(services.context.workspaceState));
    const update = (): void => this.#updateContextKey();
    services.context.subscriptions.push(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        this.#reloadPartsWith(uri);
        this.#offerMerged(uri);
      }),
      vscode.window.tabGroups.onDidChangeTabs(update),
      vscode.window.tabGroups.onDidChangeTabGroups(update),
    );
  }

  /** The result that the active editor shows. */
  findActive(): RunTarget | undefined {
    return this.#diffs.findActive();
  }

  /** Reads the folder's pending reviews into the store, and closes the changes of those that no longer wait. */
  async refresh(folder: string): Promise<readonly PendingResult[]> {
    const pendingResults = await (await this.#services.engines.get(folder)).results.pending();
    this.#services.store.dispatch({ type: 'results-listed', folder, pendingResults });
    // Another run or another process may have replaced or decided results.
    await this.#diffs.close(
      (shown) => shown.folder === folder && !pendingResults.some(({ runId }) => runId === shown.runId),
    );
    // The newest results are those that a person reviews. Others are read when they are opened.
    for (const { runId } of pendingResults.slice(-MAX_READ_RESULTS)) {
      await this.loadParts({ folder, runId }).catch((error: unknown) =>
        this.#services.log.warn(formatFailure(toFailure(error))),
      );
    }
    this.#updateContextKey();
    return pendingResults;
  }

  /** Notifies the person about reviews left from an earlier window. Each is reported once. */
  async offerPending(folder: string): Promise<void> {
    for (const review of await this.refresh(folder)) {
      if (this.#offered.has(review.runId)) continue;
      void this.#offer({ folder, runId: review.runId }, l10n.t('Result to review: {0}.', joinTitles(review)));
    }
  }

  /** Opens the changes of a result that has just passed and offers to accept or discard it. */
  async present(target: RunTarget, message: string): Promise<void> {
    await this.openChanges(target);
    void this.#offer(target, message);
  }

  /** Reads the changes of a result and the decisions on them into the store. */
  async loadParts({ folder, runId }: RunTarget): Promise<PendingFiles> {
    const review = await (await this.#services.engines.get(folder)).results.filesOf(runId);
    this.#services.store.dispatch({ type: 'pending-files-read', folder, review });
    return review;
  }

  /** A saved file can have changes of the person's own, which a commit would include. */
  #reloadPartsWith(saved: vscode.Uri): void {
    for (const { folder, path } of this.#services.paths.locate(saved)) {
      const shown = Object.values(findFolder(this.#services.store.state, folder)?.pendingFiles ?? {});
      for (const { runId, files } of shown) {
        if (!files.some((file) => file.path === path || file.previousPath === path)) continue;
        this.loadParts({ folder, runId })
          .then(() => this.#updateContextKey())
          .catch((error: unknown) => this.#services.log.warn(formatFailure(toFailure(error))));
      }
    }
  }

  /** Stores a decision on hunks of a result. */
  async decide({ folder, runId }: RunTarget, hunks: readonly string[], decision: HunkDecision): Promise<void> {
    const review = await (await this.#services.engines.get(folder)).results.decideHunks(runId, hunks, decision);
    this.#services.store.dispatch({ type: 'pending-files-read', folder, review });
  }

  /** Opens one file of a result in the diff editor. */
  async openFile(target: RunTarget, path: string): Promise<void> {
    const { files } = await this.loadParts(target);
    const file = files.find((candidate) => candidate.path === path);
    if (file === undefined) throw new HoldfastError('not-found', l10n.t('The result does not change {0}.', path));
    if (file.binary) {
      void vscode.window.showInformationMessage(
        l10n.t('Holdfast: {0} is a binary file. Accept or reject it as a whole in the results.', path),
      );
      return;
    }
    await this.#diffs.openFile(target, file);
    this.#updateContextKey();
  }

  async openChanges(target: RunTarget): Promise<void> {
    // Without it, the changes are shown without the decisions on them.
    await this.loadParts(target);
    const changes = await (await this.#services.engines.get(target.folder)).results.changesOf(target.runId);
    const textual = changes.filter((change) => change.before !== undefined || change.after !== undefined);
    if (textual.length === 0) {
      const files = changes.map((change) => change.path).join(', ');
      void vscode.window.showInformationMessage(
        changes.length === 0
          ? l10n.t('Holdfast: The result changes no files.')
          : l10n.t('Holdfast: The result changes only binary files: {0}', files),
      );
      return;
    }
    const review = this.#findReview(target);
    await this.#diffs.openAll(target, review ? joinTitles(review) : target.runId, textual);
    this.#updateContextKey();
  }

  /**
   * Lands a result without its rejected hunks. A conflict, or a part that fails, lands nothing. Returns `undefined` if unsaved
   * files prevented the landing.
   * @param landing overrides the setting `holdfast.review.landing`
   */
  async accept(target: RunTarget, mode?: 'commit' | 'working-tree'): Promise<AcceptedLanding | undefined> {
    const { engines, paths, log } = this.#services;
    const engine = await engines.get(target.folder);
    const settings = readEditorSettings(createSettingReader(target.folder));
    if (!(await saveUnsavedFiles(paths, target.folder, settings.unsavedFiles, l10n.t('Accept')))) return undefined;
    const merged = this.#conflicts.mergedOf(target.runId);
    const contract = this.#findReview(target)?.contract;
    const landing = await landOnBranch<AcceptedLanding>(
      (anyBranch) =>
        engine.results.accept(target.runId, mode ?? settings.reviewLanding, { resolved: merged, anyBranch }),
      confirmBranch,
    );
    if (landing === undefined) return undefined;
    if (landing.conflicts.length === 0) this.#services.store.dispatch({ type: 'result-landed', ...target, landing });
    (await this.#services.runs()).findByRunId(target.runId)?.recordLanding(landing);
    if (landing.conflicts.length === 0) {
      this.#recordResolution(target, 'accepted');
      this.#conflicts.forget(target.runId);
      await closeMergeEditors(target.folder, merged);
    }
    await this.#updateAfterDecision(target, landing.files);
    const message = formatAcceptedLanding(landing);
    if (landing.conflicts.length > 0) {
      log.warn(message);
      await this.offerMerge(target, landing);
    } else {
      log.info(message);
      void this.#offerUndo(target, landing, message);
      if (landing.commit !== undefined && contract !== undefined)
        void offerContract({ folder: target.folder, contract }, this.#services.context.workspaceState);
    }
    return landing;
  }

  /** Writes the hunks of a result that are not rejected, without a landing. Returns whether they were written. */
  async applyWithoutLanding(target: RunTarget): Promise<boolean> {
    const { engines, paths, log } = this.#services;
    const engine = await engines.get(target.folder);
    const unsaved = new Map<string, Uint8Array>();
    for (const document of vscode.workspace.textDocuments.filter(
      ({ isDirty, uri }) => isDirty && uri.scheme === 'file',
    )) {
      for (const { folder, path } of paths.locate(document.uri)) {
        if (folder === target.folder) unsaved.set(path, encodeUnsaved(document));
      }
    }
    const plan = await engine.results.planWrites(target.runId, unsaved);
    if (plan.conflicts.length > 0) {
      const message = l10n.t('Nothing was written. Conflicts: {0}', formatConflicts(plan.conflicts));
      log.warn(message);
      void vscode.window.showWarningMessage(l10n.t('Holdfast: {0}', message));
      return false;
    }
    await applyWrites(vscode.Uri.parse(target.folder), plan.writes);
    const files = plan.writes.map(({ path }) => path).join(', ');
    const message =
      plan.writes.length === 0
        ? l10n.t('Your files already contain the changes.')
        : l10n.t('Wrote {0} without a check, a commit or a record. Use Undo to take it back.', files);
    log.info(message);
    void this.#offerToClose(target, message);
    return true;
  }

  /** A result that was applied can still be landed, so its review stays unless the person closes it. */
  async #offerToClose(target: RunTarget, message: string): Promise<void> {
    const close = l10n.t('Close Review');
    const keep = l10n.t('Keep Review');
    if ((await vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', message), keep, close)) !== close) return;
    await (await this.#services.engines.get(target.folder)).results.closeApplied(target.runId);
    this.#recordResolution(target, 'applied');
    await this.#updateAfterDecision(target, []);
  }

  /** Opens the merge editor for each file of a conflict that the person can merge, and says how the result can land. */
  async offerMerge(target: RunTarget, landing: AcceptedLanding): Promise<void> {
    this.#services.store.dispatch({ type: 'result-landed', ...target, landing });
    const mergeable = listMergeable(landing);
    const message = l10n.t('Holdfast: {0}', formatAcceptedLanding(landing));
    if (mergeable.length === 0) {
      void this.#runSelected(vscode.window.showWarningMessage(message, showResultsLabel()), target);
      return;
    }
    // The panel has the ways out of the conflict, as long as it waits.
    await vscode.commands.executeCommand('holdfast.showResults', target);
    await this.merge(target, mergeable);
    const keepOwn = l10n.t('Land with My Version');
    const hint = l10n.t('Merge the result into your version and save it. Then land the result again.');
    void vscode.window.showWarningMessage(`${message} ${hint}`, keepOwn, showResultsLabel()).then((selected) => {
      if (selected === keepOwn) {
        this.landOwnVersion(target).catch((error: unknown) => reportFailure(this.#services.log, error));
      }
      if (selected === showResultsLabel()) void vscode.commands.executeCommand('holdfast.showResults', target);
    });
  }

  /** Opens the merge editor for the files of a conflict that the person can merge. */
  async merge(target: RunTarget, files = this.#findMergeable(target)): Promise<void> {
    this.#conflicts.record(target.runId, files);
    for (const file of files) await openMergeEditor(target, file, this.#services.log);
  }

  /** Lands a result with the person's version of the files that both changed. */
  async landOwnVersion(target: RunTarget): Promise<AcceptedLanding | undefined> {
    const mergeable = this.#findMergeable(target);
    if (mergeable.length > 0) this.#conflicts.record(target.runId, mergeable);
    this.#conflicts.keepAll(target.runId);
    return this.accept(target);
  }

  #findMergeable({ folder, runId }: RunTarget): readonly string[] {
    return listMergeable(findFolder(this.#services.store.state, folder)?.landings?.[runId]);
  }

  /** Offers to land the results whose conflicts the person has merged with this save. */
  #offerMerged(uri: vscode.Uri): void {
    for (const { folder, path } of this.#services.paths.locate(uri)) {
      const results = findFolder(this.#services.store.state, folder)?.pendingResults ?? [];
      const complete = this.#conflicts.save(path, (runId) => results.some((result) => result.runId === runId));
      for (const runId of complete) void this.#offerLanding({ folder, runId });
    }
  }

  async #offerLanding(target: RunTarget): Promise<void> {
    const review = this.#findReview(target);
    if (!review) return;
    const files = this.#conflicts.mergedOf(target.runId).join(', ');
    const land = l10n.t('Land Now');
    const question = l10n.t('You saved {0}. Land "{1}" with your version of it?', files, joinTitles(review));
    const selected = await vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', question), land);
    if (selected === land) await vscode.commands.executeCommand('holdfast.acceptResult', target);
  }

  async #offerUndo({ folder, runId }: RunTarget, { commit, files }: AcceptedLanding, message: string): Promise<void> {
    const undo = l10n.t('Undo');
    const buttons = files.length === 0 ? [] : [undo];
    const selected = await vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', message), ...buttons);
    if (selected === undo) await vscode.commands.executeCommand('holdfast.undoLanding', { folder, commit, runId });
  }

  /** Discards a result after confirmation. Returns whether it was discarded. */
  async discard(target: RunTarget): Promise<boolean> {
    const review = this.#findReview(target);
    if (!review)
      throw new HoldfastError('not-found', l10n.t('Failed to discard the result: it no longer waits for review.'));
    const confirmed = await vscode.window.showWarningMessage(
      l10n.t('Discard the result of {0}?', joinTitles(review)),
      { modal: true, detail: l10n.t('The changes of the model are discarded. Your files stay unchanged.') },
      discardLabel(),
    );
    if (confirmed !== discardLabel()) return false;
    await (await this.#services.engines.get(target.folder)).results.discard(target.runId);
    (await this.#services.runs()).findByRunId(target.runId)?.recordDiscard();
    this.#conflicts.forget(target.runId);
    this.#recordResolution(target, 'discarded');
    await this.#updateAfterDecision(target, []);
    return true;
  }

  #recordResolution({ folder, runId }: RunTarget, resolution: Exclude<ResultResolution, 'superseded'>): void {
    this.#services.store.dispatch({ type: 'result-resolved', folder, runId, resolution });
  }

  async #offer(target: RunTarget, message: string): Promise<void> {
    this.#offered.add(target.runId);
    // The buttons that decide are where the change is seen: in the panel and above the diff.
    const notification = vscode.window.showInformationMessage(
      l10n.t('Holdfast: {0}', message),
      openChangesLabel(),
      tryAgainLabel(),
    );
    await this.#runSelected(notification, target);
  }

  async #runSelected(notification: Thenable<string | undefined>, target: RunTarget): Promise<void> {
    const commands: Readonly<Record<string, CommandId>> = {
      [openChangesLabel()]: 'holdfast.openChanges',
      [tryAgainLabel()]: 'holdfast.tryAgain',
      [showResultsLabel()]: 'holdfast.showResults',
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

  /** The labels of the buttons that accept a result. */
  #findLabels({ folder, runId }: RunTarget): AcceptLabels {
    const landing = readEditorSettings(createSettingReader(folder)).reviewLanding;
    const review = findFolder(this.#services.store.state, folder)?.pendingFiles?.[runId];
    return decideAcceptLabels({ landing, review });
  }

  #updateContextKey(): void {
    const active = this.findActive();
    const [pending] = this.#services.store.state.folders.flatMap(({ folder, pendingResults }) =>
      pendingResults.map(({ runId }) => ({ folder, runId })),
    );
    const shown = active ?? pending;
    const commits = shown === undefined || this.#findLabels(shown).commits;
    void vscode.commands.executeCommand('setContext', 'holdfast.reviewActive', active !== undefined);
    void vscode.commands.executeCommand('setContext', 'holdfast.reviewCommits', commits);
    const parts = active && findFolder(this.#services.store.state, active.folder)?.pendingFiles?.[active.runId];
    void vscode.commands.executeCommand('setContext', 'holdfast.reviewParts', parts !== undefined && hasParts(parts));
  }

  #findReview(target: RunTarget): PendingResult | undefined {
    const folder = findFolder(this.#services.store.state, target.folder);
    return folder?.pendingResults.find((result) => result.runId === target.runId);
  }
}

/** The outcome of a landing, with how much of the result it was. */
function formatAcceptedLanding(landing: AcceptedLanding): string {
  const { part, conflicts } = landing;
  if (part === undefined) return formatLanding(landing);
  if (conflicts.length > 0)
    return l10n.t('Nothing was landed. Your files are unchanged. {0}', formatConflicts(conflicts));
  const text = formatLanding(landing);
  const total = part.accepted.length + part.rejected.length;
  return `${text} ${l10n.t('Accepted {0} of {1} changes.', part.accepted.length, total)}`;
}

function joinTitles(review: PendingResult): string {
  return review.chunks.map((chunk) => chunk.title).join(', ');
}

/** Asks before a result is committed to another branch than the one that its run started on. */
async function confirmBranch({ startedOn, current }: OtherBranchError): Promise<boolean> {
  const commit = l10n.t('Commit to {0}', current);
  const message = l10n.t('Holdfast: The run started on {0}, and {1} is checked out now.', startedOn, current);
  return (await vscode.window.showWarningMessage(message, { modal: true }, commit)) === commit;
}
