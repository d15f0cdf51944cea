import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GateChoice, PendingChoice, PersonVerdict } from '../../engine.ts';
import type { RunStatus } from '../../run/report/run-result.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ChunkView } from '../../webview/protocol/results-panel-data.ts';
import { toChunkView } from '../run-session/result-views.ts';
import { RunSession, type RunSubject } from '../run-session/run-session.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { formatChoiceReason, waitsForPerson } from '../state/pending-decisions.ts';
import type { RunTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';

type Services = Pick<ExtensionServices, 'engines' | 'runs' | 'store'>;

type Answer = GateChoice | PersonVerdict;

/** The buttons of a choice, and their answers. A person who judges a gate finds the other choices in the panel. */
function listButtons(choice: PendingChoice): Readonly<Record<string, Answer>> {
  if (waitsForPerson(choice)) return { [l10n.t('Pass')]: 'pass', [l10n.t('Fail')]: 'fail' };
  return {
    [l10n.t('Retry')]: 'retry',
    [l10n.t('Accept Despite Failed Gate')]: 'skip',
    [l10n.t('Abort')]: 'abort',
  };
}

/** For a question about unsaved files; undefined if the answer changes no file. */
function describePurpose(answer: Answer): string | undefined {
  switch (answer) {
    case 'retry':
      return l10n.t('Retry');
    case 'skip':
      return l10n.t('Accept Despite Failed Gate');
    case 'abort':
      return undefined;
    case 'pass':
      return l10n.t('Pass');
    case 'fail':
      return l10n.t('Fail');
  }
}

/** Runs whose blocking gate has no attempts left (GATE-6). */
export class ChoiceController {
  readonly #services: Services;
  /** Run ids for which this window has shown a notification. */
  readonly #offered = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads the folder's pending choices into the store. */
  async refresh(folder: string): Promise<readonly PendingChoice[]> {
    const choices = await (await this.#services.engines.get(folder)).runs.pendingChoices();
    this.#services.store.dispatch({ type: 'choices-listed', folder, choices });
    return choices;
  }

  /** Notifies the person about choices left from an earlier window. Each is reported once. */
  async offerPending(folder: string): Promise<void> {
    for (const choice of await this.refresh(folder)) if (!this.#offered.has(choice.runId)) this.offer(folder, choice);
  }

  /** Shows a non-blocking notification that lets the person choose. */
  offer(folder: string, choice: PendingChoice): void {
    this.#offered.add(choice.runId);
    const target: RunTarget = { folder, runId: choice.runId };
    const message = l10n.t('Holdfast: "{0}" needs a decision. {1}', choice.chunk.title, formatChoiceReason(choice));
    const buttons = listButtons(choice);
    const show = l10n.t('Show Results');
    void vscode.window.showWarningMessage(message, ...Object.keys(buttons), show).then((selected) => {
      if (selected === undefined) return undefined;
      return selected === show
        ? vscode.commands.executeCommand('holdfast.showResults', target)
        : vscode.commands.executeCommand('holdfast.choose', { ...target, choice: buttons[selected] });
    });
  }

  /**
   * Resumes a run with the person's choice. Returns the status, or `undefined` if the run was not resumed.
   * @throws HoldfastError `not-found` if the run no longer waits for a choice
   */
  async choose(target: RunTarget, choice: Answer, instruction?: string): Promise<RunStatus | undefined> {
    const { folder, runId } = target;
    const pending = this.#findPending(target) ?? (await this.refresh(folder)).find((known) => known.runId === runId);
    if (!pending)
      throw new HoldfastError('not-found', l10n.t('Failed to resume the run: it no longer waits for a decision.'));
    const runs = await this.#services.runs();
    return runs.execute({
      folder,
      savePurpose: describePurpose(choice),
      openSession: () => this.#openSession(target, pending),
      execute: (engine, options) => {
        const others = this.#listPending(folder).filter((other) => other.runId !== runId);
        this.#services.store.dispatch({ type: 'choices-listed', folder, choices: others });
        return engine.runs.choose(runId, choice, { ...options, ...(instruction === undefined ? {} : { instruction }) });
      },
    });
  }

  #listPending(folder: string): readonly PendingChoice[] {
    return findFolder(this.#services.store.state, folder)?.choices ?? [];
  }

  #findPending({ folder, runId }: RunTarget): PendingChoice | undefined {
    return this.#listPending(folder).find((choice) => choice.runId === runId);
  }

  /** Creates a session that starts with the chunks and attempts of the waiting run. */
  async #openSession({ folder, runId }: RunTarget, { contract, chunk }: PendingChoice): Promise<RunSession> {
    const known = (await this.#services.runs()).findByChunkRunId(runId);
    if (known) return new RunSession(known.subject, known.view.chunks);
    const subject: RunSubject = { folder, contract, chunk: chunk.id, title: chunk.title, chunks: [chunk] };
    const stored = await (await this.#services.engines.get(folder)).runs.read(runId);
    const earlier: readonly ChunkView[] = stored ? [toChunkView(stored, chunk.title)] : [];
    return new RunSession(subject, earlier);
  }
}
