import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { RunEvent } from '../../run/events.ts';
import type { RunStatus } from '../../run/result.ts';
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

  /** Cancels the runs of a folder, or all. */
  cancel(folder: string | undefined): void {
    for (const session of this.#sessions)
      if (session.running && (folder === undefined || session.subject.folder === folder)) session.cancellation.abort();
  }

  /**
   * Runs one chunk, or all of a contract. Answers with the outcome, or with nothing where no run was started.
   * @throws HoldfastError where it cannot start: not trusted, mistakes in the contract, unsaved files.
   */
  async start(target: Target): Promise<RunStatus | undefined> {
    const { engines, places, store } = this.#parts;
    if (!store.state.trusted)
      throw new HoldfastError(
        'untrusted',
        'Failed to run: this workspace is not trusted, and a contract names commands.',
        {
          hint: 'Trust the workspace to run its chunks.',
        },
      );
    if (this.#warnOfRunning(target.folder)) return undefined;
    const settings = editorSettings(settingReader(target.folder));
    if (!(await settleUnsavedFiles(places, target.folder, settings.unsavedFiles, 'Run'))) return undefined;
    const engine = await engines.of(target.folder);
    const session = await this.#open(engine, target);
    if (settings.showResults) (await this.#parts.panel()).show(runSubject(session, store));
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: `Holdfast: ${session.subject.title}`,
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => session.cancellation.abort());
      await this.#follow(engine, session, (message) => progress.report({ message }));
    });
    return this.#conclude(session);
  }

  #warnOfRunning(folder: string): boolean {
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

  async #open(engine: Engine, target: Target): Promise<RunSession> {
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
    const session = new RunSession({
      folder: target.folder,
      contract: target.contract,
      chunk: target.chunk,
      title: target.chunk !== undefined && only ? only.title : contract.spec.title,
      chunks: chunks.map(({ id, title }) => ({ id, title })),
    });
    this.#sessions.push(session);
    const oldest = this.#sessions.findIndex((kept) => !kept.running);
    if (this.#sessions.length > KEPT_SESSIONS && oldest >= 0) this.#sessions.splice(oldest, 1);
    return session;
  }

  async #follow(engine: Engine, session: RunSession, say: (message: string) => void): Promise<void> {
    const { log } = this.#parts;
    const { contract, chunk } = session.subject;
    this.#tellStore(session);
    const onEvent = (event: RunEvent): void => {
      session.report(event);
      for (const line of logLines(event)) log[line.level](line.text);
      const message = progressMessage(event, session.state, session.subject.title);
      if (message !== undefined) say(message);
      this.#tellStore(session);
    };
    const options = { contract, onEvent, signal: session.cancellation.signal };
    try {
      if (chunk === undefined) {
        const result = await engine.runAll(options);
        session.end(result.chunks, result.status);
      } else {
        session.end([await engine.runChunk({ ...options, chunk })]);
      }
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
    const reviews = await this.#parts.reviews();
    const waiting = await reviews.refresh(folder);
    const { runId } = session.view.header;
    if (runId !== undefined && waiting.some((review) => review.runId === runId))
      await reviews.present({ folder, runId }, outcomeMessage(session.view, 'review'));
    else if (status !== 'aborted') this.#tellOutcome(session, status);
    const landed = session.view.chunks.flatMap((chunk) => chunk.landing?.files ?? []);
    await this.#parts.checks.changedOnDisk(folder, landed);
    this.#parts.checks.recheck(folder);
    return status;
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
