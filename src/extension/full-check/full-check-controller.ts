import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContractCheck, Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { isCancelled, toFailure } from '../base/failure.ts';
import { listUnsavedPaths } from '../edits/unsaved-files.ts';
import { FullCheckSession } from '../run-session/full-check-session.ts';
import { toLogLines } from '../runs/run-log.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ContractOrChunkTarget } from '../state/target.ts';

type Services = Pick<ExtensionServices, 'engines' | 'log' | 'paths' | 'resultsPanel' | 'store'>;

/**
 * Checks with all commands and gates, in a worktree of the files on disk (DONE-4), with progress and cancellation. Each
 * workspace folder has at most one such check.
 */
export class FullCheckController {
  readonly #services: Services;
  readonly #running = new Map<string, FullCheckSession>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Checks one chunk, or all chunks of a contract, and shows the result in the panel. Returns `undefined` if the person
   * cancelled, or if another full check of the folder is active.
   * @param options.judge whether the model is called for gates without a recorded verdict
   * @throws HoldfastError if the workspace is not trusted or the contract has errors
   */
  async start(
    target: ContractOrChunkTarget,
    { judge = false }: { readonly judge?: boolean | undefined } = {},
  ): Promise<ContractCheck | undefined> {
    const panel = await this.#services.resultsPanel();
    const running = this.#running.get(target.folder);
    if (running) {
      panel.showFullCheck(running);
      void vscode.window.showWarningMessage(
        l10n.t('Holdfast: "{0}" is already being validated in this folder.', running.subject.title),
      );
      return undefined;
    }
    const engine = await this.#services.engines.get(target.folder);
    const session = await openSession(engine, target);
    this.#running.set(target.folder, session);
    panel.showFullCheck(session);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Holdfast: {0}', session.subject.title),
      cancellable: true,
    };
    try {
      return await vscode.window.withProgress(options, (progress, token) => {
        token.onCancellationRequested(() => session.cancellation.abort());
        return this.#check(engine, session, judge, (message) => progress.report({ message }));
      });
    } finally {
      this.#running.delete(target.folder);
    }
  }

  /** Cancels the active full check of a folder, or of all folders. */
  cancel(folder: string | undefined): void {
    for (const [owner, session] of this.#running)
      if (folder === undefined || owner === folder) session.cancellation.abort();
  }

  async #check(
    engine: Engine,
    session: FullCheckSession,
    judge: boolean,
    reportProgress: (message: string) => void,
  ): Promise<ContractCheck | undefined> {
    const { store, log, paths } = this.#services;
    const { folder, contract, chunk } = session.subject;
    const unsaved = listUnsavedPaths(paths, folder);
    try {
      const judged = await engine.checks.check(contract, {
        chunk,
        full: true,
        judge,
        remember: true,
        signal: session.cancellation.signal,
        onEvent: (event) => {
          for (const line of toLogLines(event)) log[line.level](line.text);
          const activity = session.report(event);
          if (activity !== undefined) reportProgress(activity);
        },
      });
      const check = await engine.checks.addProgress(judged, { signal: session.cancellation.signal });
      store.dispatch({ type: 'full-check-ended', target: { folder, contract }, check });
      session.end(check, unsaved);
      return check;
    } catch (error) {
      session.fail(toFailure(error), isCancelled(error) ? 'cancelled' : 'aborted');
      if (isCancelled(error)) return undefined;
      throw error;
    }
  }
}

/** @throws HoldfastError `contract` if the contract has no valid chunks */
async function openSession(engine: Engine, target: ContractOrChunkTarget): Promise<FullCheckSession> {
  const { contract } = await engine.contracts.read(target.contract);
  const chunks = contract?.chunks.filter(({ id }) => target.chunk === undefined || id === target.chunk) ?? [];
  const [only] = chunks;
  if (contract === undefined || only === undefined) {
    throw new HoldfastError('contract', l10n.t('Failed to validate {0}: the contract has errors.', target.contract), {
      hint: l10n.t('Fix the errors in the Problems view.'),
    });
  }
  return new FullCheckSession({
    ...target,
    title: target.chunk === undefined ? contract.spec.title : only.title,
    chunks: chunks.map(({ id, title }) => ({ id, title })),
  });
}
