import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContinueOptions, Engine } from '../../engine.ts';
import type { RunEvent } from '../../run/report/run-events.ts';
import type { ContractRunResult, RunStatus } from '../../run/report/run-result.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { openDrafts } from '../base/draft-files.ts';
import { findRemedy, isCancelled, toFailure } from '../base/failure.ts';
import { openTerminal } from '../base/open-terminal.ts';
import { reportFailure } from '../base/report-failure.ts';
import { saveUnsavedFiles } from '../edits/unsaved-files.ts';
import { hasFailingBuild } from '../run-session/result-views.ts';
import { formatOutcome, formatProgress } from '../run-session/run-messages.ts';
import { RunSession } from '../run-session/run-session.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import { getChunkStatus } from '../state/chunk-status.ts';
import type { ContractOrChunkTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';
import { toLogLines } from './run-log.ts';

/** The number of sessions that "Show Results" can show again. */
const MAX_SESSIONS = 20;

/** A new or resumed run to execute. */
interface RunWork {
  readonly folder: string;
  /** The action that needs saved files, for messages. `undefined` if no file must be saved first. */
  readonly savePurpose: string | undefined;
  readonly openSession: (engine: Engine) => Promise<RunSession>;
  readonly execute: (engine: Engine, options: ContinueOptions) => Promise<RunOutcome>;
}

interface RunOutcome extends Pick<ContractRunResult, 'chunks' | 'keptAs'> {
  /** Defaults to the first chunk status other than `pass`, or `pass`. */
  readonly status?: RunStatus | undefined;
}

/** What a run does in spite of a reason not to. */
export interface RunOverrides {
  /** Whether chunks run although they are done, or the current files satisfy them. */
  readonly force?: boolean | undefined;
  /** Whether attempts start although the build fails before the first one. */
  readonly allowFailingBuild?: boolean | undefined;
  /** The person's instruction for the attempts. */
  readonly instruction?: string | undefined;
}

/** Starts and follows runs (ENF-UI-3). Each workspace folder has at most one active run. */
export class RunController {
  readonly #services: ExtensionServices;
  readonly #sessions: RunSession[] = [];
  /** What each session executes, to resume it. */
  readonly #works = new WeakMap<RunSession, RunWork>();

  constructor(services: ExtensionServices) {
    this.#services = services;
  }

  /** The newest session of a chunk, of a contract, or of any contract. */
  findLatest(target?: {
    [Key in keyof ContractOrChunkTarget]?: ContractOrChunkTarget[Key] | undefined;
  }): RunSession | undefined {
    return this.#sessions.findLast(({ subject }) => {
      if (target?.folder !== undefined && subject.folder !== target.folder) return false;
      if (target?.contract !== undefined && subject.contract !== target.contract) return false;
      return target?.chunk === undefined || subject.chunks.some((chunk) => chunk.id === target.chunk);
    });
  }

  /** The newest session whose header has this run id. */
  findByRunId(runId: string): RunSession | undefined {
    return this.#sessions.findLast(({ view }) => view.header.runId === runId);
  }

  /** The newest session in which a chunk has this run id. In a run of all chunks, each chunk has its own run id. */
  findByChunkRunId(runId: string): RunSession | undefined {
    return this.#sessions.findLast(({ view }) => view.chunks.some((chunk) => chunk.runId === runId));
  }

  /** Cancels the active runs of a folder, or of all folders. */
  cancel(folder: string | undefined): void {
    for (const session of this.#sessions)
      if (session.running && (folder === undefined || session.subject.folder === folder)) session.cancellation.abort();
  }

  /**
   * Runs one chunk, or all chunks of a contract. Returns the status, or `undefined` if no run was started.
   * @throws HoldfastError if the workspace is not trusted, the contract has errors, or a setting refuses unsaved files
   */
  async start(target: ContractOrChunkTarget, overrides: RunOverrides = {}): Promise<RunStatus | undefined> {
    const { contract, chunk } = target;
    this.requireTrust();
    if (openDrafts.findUri(target.folder, contract))
      throw new HoldfastError('configuration', l10n.t('Failed to run {0}: the contract is not saved.', contract), {
        hint: l10n.t('Save the contract, then run it.'),
      });
    if (!(await this.#selectMissingModel(target, overrides))) return undefined;
    await this.#saveContract(target);
    // A chunk whose asserts hold has no work to show, so the model is called only if the person asks for it.
    const { force, ...others } = overrides;
    const skipping = force === true ? { force } : { skipSatisfied: true };
    return this.execute({
      folder: target.folder,
      savePurpose: l10n.t('Run'),
      openSession: (engine) => this.openSession(engine, target),
      execute: async (engine, options) =>
        chunk === undefined
          ? engine.runs.runAll({ ...options, ...others, ...skipping, contract })
          : { chunks: [await engine.runs.runChunk({ ...options, ...others, ...skipping, contract, chunk })] },
    });
  }

  /**
   * Executes the newest run of a target again, which ended because no model could be called. Returns the status, or
   * `undefined` if there is no such run in this window.
   */
  async resume(target: ContractOrChunkTarget): Promise<RunStatus | undefined> {
    const session = this.findLatest(target);
    return session && this.#executeAgain(session);
  }

  async #executeAgain(session: RunSession): Promise<RunStatus | undefined> {
    const work = this.#works.get(session);
    return session.running || work === undefined ? undefined : this.execute(work);
  }

  /** Executes a run with progress and cancellation. See `start` for the result and errors. */
  async execute(work: RunWork): Promise<RunStatus | undefined> {
    const { engines, paths } = this.#services;
    this.requireTrust();
    if (this.warnIfRunning(work.folder)) return undefined;
    const settings = readEditorSettings(createSettingReader(work.folder));
    if (
      work.savePurpose !== undefined &&
      !(await saveUnsavedFiles(paths, work.folder, settings.unsavedFiles, work.savePurpose))
    )
      return undefined;
    const engine = await engines.get(work.folder);
    const session = await work.openSession(engine);
    // Another run may have started while files were saved and the contract was read.
    if (this.warnIfRunning(work.folder)) return undefined;
    this.#addSession(session);
    this.#works.set(session, work);
    if (settings.showResults) (await this.#services.resultsPanel()).showRun(session);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Holdfast: {0}', session.subject.title),
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => session.cancellation.abort());
      await this.#executeInSession(engine, session, work, (message) => progress.report({ message }));
    });
    return this.#conclude(session);
  }

  /** [EDIT-1] Lets the person select a model if none is configured. Returns whether the run can start. */
  async #selectMissingModel(
    { folder, contract, chunk }: ContractOrChunkTarget,
    { force }: RunOverrides,
  ): Promise<boolean> {
    const engine = await this.#services.engines.get(folder);
    if ((await engine.setup.configuredModel()) !== undefined) return true;
    if (force !== true && this.#hold(folder, contract, chunk)) return true;
    return (await vscode.commands.executeCommand('holdfast.selectModel')) === true;
  }

  /** Whether the checked chunks hold, so that a run calls no model. */
  #hold(folder: string, contract: string, chunk: string | undefined): boolean {
    const state = findFolder(this.#services.store.state, folder);
    const checked = state?.contracts.find((candidate) => candidate.contract === contract);
    if (state === undefined || checked === undefined) return false;
    const chunks = checked.document.contract?.chunks.filter(({ id }) => chunk === undefined || id === chunk) ?? [];
    return chunks.length > 0 && chunks.every(({ id }) => getChunkStatus(state, checked, id).kind === 'holds');
  }

  /** Saves the contract that the person runs. Only other unsaved files need a question. */
  async #saveContract({ folder, contract }: ContractOrChunkTarget): Promise<void> {
    if (readEditorSettings(createSettingReader(folder)).unsavedFiles === 'refuse') return;
    const { paths } = this.#services;
    const document = vscode.workspace.textDocuments.find(
      ({ isDirty, uri }) =>
        isDirty && paths.locate(uri).some((located) => located.folder === folder && located.path === contract),
    );
    await document?.save();
  }

  /** @throws HoldfastError if the workspace is not trusted */
  requireTrust(): void {
    if (this.#services.store.state.trusted) return;
    throw new HoldfastError(
      'untrusted',
      l10n.t('Failed to run: this workspace is not trusted, and contracts can run commands.'),
      { hint: l10n.t('Trust the workspace to run its chunks.') },
    );
  }

  /** Shows a warning and returns `true` if a run is active in the folder. */
  warnIfRunning(folder: string): boolean {
    const running = this.#sessions.find((session) => session.running && session.subject.folder === folder);
    if (!running) return false;
    const show = l10n.t('Show Results');
    const cancel = l10n.t('Cancel Run');
    void vscode.window
      .showWarningMessage(
        l10n.t('Holdfast: "{0}" is already running in this folder.', running.subject.title),
        show,
        cancel,
      )
      .then((selected) => {
        if (selected === show) void vscode.commands.executeCommand('holdfast.showResults', running.subject);
        if (selected === cancel) running.cancellation.abort();
      });
    return true;
  }

  /**
   * Creates a session for one chunk, or for all chunks, of the current contract text.
   * @throws HoldfastError `contract` if the contract has errors
   */
  async openSession(engine: Engine, target: ContractOrChunkTarget): Promise<RunSession> {
    this.#services.unsaved.flush(target.folder, engine);
    const document = await engine.contracts.read(target.contract);
    const { contract } = document;
    const errors = document.problems.filter((problem) => problem.severity === 'error').length;
    if (!contract || errors > 0)
      throw new HoldfastError(
        'contract',
        l10n.t(
          'Failed to run {0}: the contract has {1}.',
          target.contract,
          formatCount(errors, l10n.t('error'), l10n.t('errors')),
        ),
        { hint: l10n.t('Fix the errors in the Problems view.') },
      );
    const chunks = contract.chunks.filter((chunk) => target.chunk === undefined || chunk.id === target.chunk);
    const [only] = chunks;
    return new RunSession({
      folder: target.folder,
      contract: target.contract,
      chunk: target.chunk,
      title: target.chunk !== undefined && only ? only.title : contract.spec.title,
      chunks: chunks.map(({ id, title }) => ({ id, title })),
    });
  }

  #addSession(session: RunSession): void {
    this.#sessions.push(session);
    const oldestEnded = this.#sessions.findIndex((known) => !known.running);
    if (this.#sessions.length > MAX_SESSIONS && oldestEnded >= 0) this.#sessions.splice(oldestEnded, 1);
  }

  async #executeInSession(
    engine: Engine,
    session: RunSession,
    work: RunWork,
    reportProgress: (message: string) => void,
  ): Promise<void> {
    const { log } = this.#services;
    this.#updateStore(session);
    const onEvent = (event: RunEvent): void => {
      session.report(event);
      for (const line of toLogLines(event)) log[line.level](line.text);
      const message = formatProgress(event, session.state, session.subject.title);
      if (message !== undefined) reportProgress(message);
      this.#updateStore(session);
    };
    try {
      const { signal } = session.cancellation;
      const { chunks, status, keptAs } = await work.execute(engine, { onEvent, signal });
      session.end(chunks, status, keptAs);
      const error = chunks.find((chunk) => chunk.error !== undefined)?.error;
      if (error) {
        const { code, message, hint } = error;
        const failure = new HoldfastError(code, message, hint === undefined ? {} : { hint });
        void reportFailure(log, failure, () => this.#executeAgain(session));
      }
    } catch (error) {
      session.fail(toFailure(error), isCancelled(error) ? 'cancelled' : 'aborted', findRemedy(error));
      void reportFailure(log, error, () => this.#executeAgain(session));
    }
    this.#updateStore(session);
  }

  /** Writes the state of the run to the store if it changed. */
  #updateStore(session: RunSession): void {
    const { store } = this.#services;
    const { folder } = session.subject;
    const run = session.state;
    const known = store.state.folders.find((candidate) => candidate.folder === folder)?.run;
    if (JSON.stringify(known) !== JSON.stringify(run)) store.dispatch({ type: 'run-changed', folder, run });
  }

  async #conclude(session: RunSession): Promise<RunStatus> {
    const { folder } = session.subject;
    const status = session.outcome ?? 'aborted';
    if (!(await this.#offerDecisions(session)) && status !== 'aborted') this.#reportOutcome(session, status);
    const landed = session.view.chunks.flatMap((chunk) => chunk.landing?.files ?? []);
    await this.#services.checks.handleDiskChanges(folder, landed);
    this.#services.checks.recheck(folder);
    return status;
  }

  /** Refreshes the pending decisions and offers those that this run caused. Returns whether there are any. */
  async #offerDecisions(session: RunSession): Promise<boolean> {
    const { folder } = session.subject;
    const { header, chunks } = session.view;
    const [results, choices, amendments] = await Promise.all([
      this.#services.results(),
      this.#services.choices(),
      this.#services.amendments(),
    ]);
    const [pendingReviews, pendingChoices, pendingAmendments] = await Promise.all([
      results.refresh(folder),
      choices.refresh(folder),
      amendments.refresh(folder),
    ]);
    const review = pendingReviews.find(({ runId }) => runId === header.runId);
    const conflict = chunks.find(({ status }) => status === 'conflict')?.landing;
    if (review && session.outcome === 'conflict' && conflict)
      await results.offerMerge({ folder, runId: review.runId }, conflict);
    else if (review) await results.present({ folder, runId: review.runId }, formatOutcome(session.view, 'review'));
    const undecided = pendingChoices.filter(({ runId }) => chunks.some((chunk) => chunk.runId === runId));
    for (const choice of undecided) choices.offer(folder, choice);
    const proposed = pendingAmendments.filter(({ id }) => chunks.some((chunk) => chunk.amendment === id));
    for (const amendment of proposed) amendments.offer(folder, amendment);
    return review !== undefined || undecided.length > 0 || proposed.length > 0;
  }

  #reportOutcome(session: RunSession, status: RunStatus): void {
    const message = l10n.t('Holdfast: {0}', formatOutcome(session.view, status));
    if (status === 'cancelled') {
      vscode.window.setStatusBarMessage(message, 5_000);
      return;
    }
    const show = l10n.t('Show Results');
    const again = l10n.t('Run Anyway');
    const runAgain = l10n.t('Run Again');
    const tryAgain = l10n.t('Try Again, But…');
    const terminal = l10n.t('Open Terminal');
    const undo = l10n.t('Undo');
    const { chunks } = session.view;
    const isUpToDate = chunks.length > 0 && chunks.every((chunk) => chunk.upToDate === true);
    const isBuildFailing = hasFailingBuild(chunks);
    // What several chunks landed is undone in the view of landings.
    const landedChunks = chunks.filter(({ landing }) => landing !== undefined && landing.files.length > 0);
    const landed = landedChunks.length === 1 ? landedChunks[0] : undefined;
    const notification =
      status === 'pass'
        ? vscode.window.showInformationMessage(
            message,
            ...(isUpToDate ? [again] : []),
            show,
            ...(landed === undefined ? [] : [undo]),
          )
        : vscode.window.showWarningMessage(
            message,
            ...(isBuildFailing ? [terminal, again] : [runAgain, tryAgain]),
            show,
          );
    void notification.then((selected) => {
      if (selected === tryAgain) void vscode.commands.executeCommand('holdfast.tryAgain', session.subject);
      if (selected === runAgain)
        this.start(session.subject).catch((error: unknown) => reportFailure(this.#services.log, error));
      if (selected === again) {
        const overrides = isBuildFailing ? { allowFailingBuild: true } : { force: true };
        this.start(session.subject, overrides).catch((error: unknown) => reportFailure(this.#services.log, error));
      }
      if (selected === undo && landed) {
        const { folder } = session.subject;
        const target = { folder, commit: landed.landing?.commit, runId: landed.runId };
        void vscode.commands.executeCommand('holdfast.undoLanding', target);
      }
      if (selected === terminal) openTerminal(session.subject.folder);
      if (selected === show) void vscode.commands.executeCommand('holdfast.showResults', session.subject);
    });
  }
}
