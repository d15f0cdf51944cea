import * as vscode from 'vscode';
import type { ContinueOptions, Engine } from '../../engine.ts';
import type { RunEvent } from '../../run/events.ts';
import type { ContractRunResult, RunStatus } from '../../run/result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { failureOf, isCancelled } from '../checks/failure.ts';
import { reportFailure } from '../commands/failure-report.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { runSubject } from '../panel/panel-subject.ts';
import { editorSettings } from '../settings/holdfast-settings.ts';
import { settingReader } from '../settings/setting-reader.ts';
import type { ContractTarget } from '../state/target.ts';
import { logLines } from './run-log.ts';
import { RunSession } from './run-session.ts';
import { outcomeMessage, progressMessage } from './run-words.ts';
import { settleUnsavedFiles } from './unsaved-files.ts';

/** Sessions that "Show Results" can come back to. */
const KEPT_SESSIONS = 20;

type Target = ContractTarget & { readonly chunk?: string };

/** A run as it is started, or gone on with: what it is about, and what the engine is asked. */
export interface RunWork {
  readonly folder: string;
  /** What needs saved files, in a word; absent where nothing is read from disk. */
  readonly needsSaved: string | undefined;
  readonly open: (engine: Engine) => Promise<RunSession>;
  readonly carryOut: (engine: Engine, options: ContinueOptions) => Promise<RunOutcome>;
}

interface RunOutcome extends Pick<ContractRunResult, 'chunks' | 'keptAs'> {
  /** The first that is not a pass, where absent. */
  readonly status?: RunStatus;
}

/** Starts runs, follows them, and tells how they ended (ENF-UI-3). One run at a time in a folder. */
export class RunController {
  readonly #parts: ExtensionParts;
  readonly #sessions: RunSession[] = [];

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
  }

  /** The newest session that concerns a chunk, a contract, or anything. */
  latest(target?: Partial<Target>): RunSession | undefined {
    return this.#sessions.findLast(({ subject }) => {
      if (target?.folder !== undefined && subject.folder !== target.folder) return false;
      if (target?.contract !== undefined && subject.contract !== target.contract) return false;
      return target?.chunk === undefined || subject.chunks.some((chunk) => chunk.id === target.chunk);
    });
  }

  sessionOf(runId: string): RunSession | undefined {
    return this.#sessions.findLast(({ view }) => view.header.runId === runId);
  }

  /** The newest session in which a chunk had this run; where all chunks are run, each has one of its own. */
  sessionOfChunk(runId: string): RunSession | undefined {
    return this.#sessions.findLast(({ view }) => view.chunks.some((chunk) => chunk.runId === runId));
  }

  /** Cancels the runs of a folder, or all. */
  cancel(folder: string | undefined): void {
    for (const session of this.#sessions)
      if (session.running && (folder === undefined || session.subject.folder === folder)) session.cancellation.abort();
  }

  /**
   * Runs one chunk, or all of a contract. Answers with the outcome, or with nothing where no run was started.
   * @throws HoldfastError where it cannot start: not trusted, mistakes in the contract, unsaved files.
   */
  start(target: Target): Promise<RunStatus | undefined> {
    const { contract, chunk } = target;
    return this.carryOut({
      folder: target.folder,
      needsSaved: 'Run',
      open: (engine) => this.open(engine, target),
      carryOut: async (engine, options) =>
        chunk === undefined
          ? engine.runAll({ ...options, contract })
          : { chunks: [await engine.runChunk({ ...options, contract, chunk })] },
    });
  }

  /** Carries out a run with progress, in the panel, to be cancelled; one at a time in a folder. As `start`. */
  async carryOut(work: RunWork): Promise<RunStatus | undefined> {
    const { engines, places, store } = this.#parts;
    this.requireTrust();
    if (this.warnOfRunning(work.folder)) return undefined;
    const settings = editorSettings(settingReader(work.folder));
    if (
      work.needsSaved !== undefined &&
      !(await settleUnsavedFiles(places, work.folder, settings.unsavedFiles, work.needsSaved))
    )
      return undefined;
    const engine = await engines.of(work.folder);
    const session = await work.open(engine);
    // Another may have begun while files were saved and the contract was read.
    if (this.warnOfRunning(work.folder)) return undefined;
    this.#keep(session);
    if (settings.showResults) (await this.#parts.panel()).show(runSubject(session, store));
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: `Holdfast: ${session.subject.title}`,
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => session.cancellation.abort());
      await this.#follow(engine, session, work, (message) => progress.report({ message }));
    });
    return this.#conclude(session);
  }

  /** @throws HoldfastError where the workspace is not trusted */
  requireTrust(): void {
    if (this.#parts.store.state.trusted) return;
    throw new HoldfastError(
      'untrusted',
      'Failed to run: this workspace is not trusted, and a contract names commands.',
      { hint: 'Trust the workspace to run its chunks.' },
    );
  }

  /** Whether something runs in a folder; the person is told then. */
  warnOfRunning(folder: string): boolean {
    const running = this.#sessions.find((session) => session.running && session.subject.folder === folder);
    if (!running) return false;
    const show = 'Show Results';
    const cancel = 'Cancel Run';
    void vscode.window
      .showWarningMessage(
        `Holdfast: "${running.subject.title}" is running. One run at a time in a folder.`,
        show,
        cancel,
      )
      .then((chosen) => {
        if (chosen === cancel) running.cancellation.abort();
        if (chosen === show) void vscode.commands.executeCommand('holdfast.showResults', running.subject);
      });
    return true;
  }

  /**
   * A session for one chunk, or all, of a contract as it stands.
   * @throws HoldfastError `contract` where it has mistakes
   */
  async open(engine: Engine, target: Target): Promise<RunSession> {
    this.#parts.unsaved.flush(target.folder, engine);
    const document = await engine.contract(target.contract);
    const { contract } = document;
    const errors = document.problems.filter((problem) => problem.severity === 'error').length;
    if (!contract || errors > 0)
      throw new HoldfastError('contract', `Failed to run ${target.contract}: the contract has mistakes (${errors}).`, {
        hint: 'The Problems view lists them.',
      });
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

  #keep(session: RunSession): void {
    this.#sessions.push(session);
    const oldest = this.#sessions.findIndex((kept) => !kept.running);
    if (this.#sessions.length > KEPT_SESSIONS && oldest >= 0) this.#sessions.splice(oldest, 1);
  }

  async #follow(engine: Engine, session: RunSession, work: RunWork, say: (message: string) => void): Promise<void> {
    const { log } = this.#parts;
    this.#tellStore(session);
    const onEvent = (event: RunEvent): void => {
      session.report(event);
      for (const line of logLines(event)) log[line.level](line.text);
      const message = progressMessage(event, session.state, session.subject.title);
      if (message !== undefined) say(message);
      this.#tellStore(session);
    };
    try {
      const { signal } = session.cancellation;
      const { chunks, status, keptAs } = await work.carryOut(engine, { onEvent, signal });
      session.end(chunks, status, keptAs);
      const error = chunks.find((chunk) => chunk.error !== undefined)?.error;
      if (error) void reportFailure(log, new HoldfastError(error.code, error.message, { hint: error.hint }));
    } catch (error) {
      session.fail(failureOf(error), isCancelled(error) ? 'cancelled' : 'aborted');
      void reportFailure(log, error);
    }
    this.#tellStore(session);
  }

  /** Tells the rest of the editor where the run stands, where that has changed. */
  #tellStore(session: RunSession): void {
    const { store } = this.#parts;
    const { folder } = session.subject;
    const run = session.state;
    const known = store.state.folders.find((candidate) => candidate.folder === folder)?.run;
    if (JSON.stringify(known) !== JSON.stringify(run)) store.dispatch({ type: 'run-changed', folder, run });
  }

  async #conclude(session: RunSession): Promise<RunStatus> {
    const { folder } = session.subject;
    const { state } = session;
    const status = state.kind === 'ended' ? state.status : 'aborted';
    if (!(await this.#offerWhatWaits(session)) && status !== 'aborted') this.#tellOutcome(session, status);
    const landed = session.view.chunks.flatMap((chunk) => chunk.landing?.files ?? []);
    await this.#parts.checks.changedOnDisk(folder, landed);
    this.#parts.checks.recheck(folder);
    return status;
  }

  /** Lists anew what waits for a person, and speaks of what this run has left; false where it has left nothing. */
  async #offerWhatWaits(session: RunSession): Promise<boolean> {
    const { folder } = session.subject;
    const { header, chunks } = session.view;
    const [reviews, choices, amendments] = await Promise.all([
      this.#parts.reviews(),
      this.#parts.choices(),
      this.#parts.amendments(),
    ]);
    const [waiting, undecided, proposed] = await Promise.all([
      reviews.refresh(folder),
      choices.refresh(folder),
      amendments.refresh(folder),
    ]);
    const review = waiting.find(({ runId }) => runId === header.runId);
    if (review) await reviews.present({ folder, runId: review.runId }, outcomeMessage(session.view, 'review'));
    const left = undecided.filter(({ runId }) => chunks.some((chunk) => chunk.runId === runId));
    for (const choice of left) choices.offer(folder, choice);
    const amended = proposed.filter(({ id }) => chunks.some((chunk) => chunk.amendment === id));
    for (const amendment of amended) amendments.offer(folder, amendment);
    return review !== undefined || left.length > 0 || amended.length > 0;
  }

  #tellOutcome(session: RunSession, status: RunStatus): void {
    const message = `Holdfast: ${outcomeMessage(session.view, status)}`;
    if (status === 'cancelled') {
      vscode.window.setStatusBarMessage(message, 5_000);
      return;
    }
    const show = 'Show Results';
    const told =
      status === 'pass'
        ? vscode.window.showInformationMessage(message, show)
        : vscode.window.showWarningMessage(message, show);
    void told.then((chosen) => {
      if (chosen === show) void vscode.commands.executeCommand('holdfast.showResults', session.subject);
    });
  }
}
