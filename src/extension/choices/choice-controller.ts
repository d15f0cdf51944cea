import * as vscode from 'vscode';
import type { GateChoice, PendingChoice } from '../../engine.ts';
import type { RunStatus } from '../../run/report/run-result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { ChunkView } from '../../webview/protocol/results-panel-data.ts';
import { toChunkView } from '../run-session/result-views.ts';
import { RunSession, type RunSubject } from '../run-session/run-session.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ChoiceService } from '../services/feature-services.ts';
import { formatChoiceReason } from '../state/pending-decisions.ts';
import type { RunTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';

const BUTTONS: Readonly<Record<string, GateChoice>> = { Retry: 'retry', Skip: 'skip', Abort: 'abort' };
const SHOW = 'Show Results';

export class ChoiceController implements ChoiceService {
  readonly #services: ExtensionServices;
  /** Run ids for which this window has shown a notification. */
  readonly #offered = new Set<string>();

  constructor(services: ExtensionServices) {
    this.#services = services;
  }

  async refresh(folder: string): Promise<readonly PendingChoice[]> {
    const choices = await (await this.#services.engines.get(folder)).pendingChoices();
    this.#services.store.dispatch({ type: 'choices-listed', folder, choices });
    return choices;
  }

  async offerPending(folder: string): Promise<void> {
    for (const choice of await this.refresh(folder)) if (!this.#offered.has(choice.runId)) this.offer(folder, choice);
  }

  offer(folder: string, choice: PendingChoice): void {
    this.#offered.add(choice.runId);
    const target: RunTarget = { folder, runId: choice.runId };
    const message = `Holdfast: "${choice.chunk.title}" needs a decision. ${formatChoiceReason(choice)}`;
    void vscode.window.showWarningMessage(message, ...Object.keys(BUTTONS), SHOW).then((selected) => {
      if (selected === undefined) return undefined;
      return selected === SHOW
        ? vscode.commands.executeCommand('holdfast.showResults', target)
        : vscode.commands.executeCommand('holdfast.choose', { ...target, choice: BUTTONS[selected] });
    });
  }

  async choose(target: RunTarget, choice: GateChoice, instruction?: string): Promise<RunStatus | undefined> {
    const { folder, runId } = target;
    const pending = this.#findPending(target) ?? (await this.refresh(folder)).find((known) => known.runId === runId);
    if (!pending) throw new HoldfastError('not-found', 'Failed to resume the run: it no longer waits for a decision.');
    const runs = await this.#services.runs();
    return runs.execute({
      folder,
      // An abort changes no file.
      savePurpose: choice === 'abort' ? undefined : choice === 'retry' ? 'Retry' : 'Skip',
      openSession: () => this.#openSession(target, pending),
      execute: (engine, options) => {
        const others = this.#listPending(folder).filter((other) => other.runId !== runId);
        this.#services.store.dispatch({ type: 'choices-listed', folder, choices: others });
        return engine.choose(runId, choice, { ...options, ...(instruction === undefined ? {} : { instruction }) });
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
    const stored = await (await this.#services.engines.get(folder)).storedRun(runId);
    const earlier: readonly ChunkView[] = stored ? [toChunkView(stored, chunk.title)] : [];
    return new RunSession(subject, earlier);
  }
}
