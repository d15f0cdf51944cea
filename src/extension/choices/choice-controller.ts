import * as vscode from 'vscode';
import type { GateChoice, PendingChoice } from '../../engine.ts';
import type { RunStatus } from '../../run/result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { ChunkView } from '../../webview/protocol/view.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { chunkResultView } from '../panel/result-views.ts';
import { RunSession, type RunSubject } from '../runs/run-session.ts';
import type { RunTarget } from '../state/target.ts';
import { findFolder } from '../state/workspace-state.ts';
import { choiceReason } from './choice-words.ts';

const BUTTONS: Readonly<Record<string, GateChoice>> = { Retry: 'retry', Skip: 'skip', Abort: 'abort' };
const SHOW = 'Show';

/** Runs whose gates have used up their attempts: listed, offered, gone on with as the person chooses (GATE-6). */
export class ChoiceController {
  readonly #parts: ExtensionParts;
  /** Runs that this window has spoken of already. */
  readonly #offered = new Set<string>();

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
  }

  /** Reads again which runs of a folder wait for a choice. */
  async refresh(folder: string): Promise<readonly PendingChoice[]> {
    const choices = await (await this.#parts.engines.of(folder)).pendingChoices();
    this.#parts.store.dispatch({ type: 'choices-listed', folder, choices });
    return choices;
  }

  /** Speaks of runs that were left waiting when the window was closed, each once. */
  async offerWaiting(folder: string): Promise<void> {
    for (const choice of await this.refresh(folder)) if (!this.#offered.has(choice.runId)) this.offer(folder, choice);
  }

  /** Asks how to go on, in a way that stops nobody: panel, tree, status bar and palette ask, too. */
  offer(folder: string, choice: PendingChoice): void {
    this.#offered.add(choice.runId);
    const target: RunTarget = { folder, runId: choice.runId };
    const message = `Holdfast: "${choice.chunk.title}" waits for your choice. ${choiceReason(choice)}`;
    void vscode.window.showWarningMessage(message, ...Object.keys(BUTTONS), SHOW).then((pressed) => {
      if (pressed === undefined) return undefined;
      return pressed === SHOW
        ? vscode.commands.executeCommand('holdfast.showResults', target)
        : vscode.commands.executeCommand('holdfast.choose', { ...target, choice: BUTTONS[pressed] });
    });
  }

  /**
   * Goes on with a run that waits. Answers with the outcome, or with nothing where it was not gone on with.
   * @throws HoldfastError `not-found` where it does not wait any more
   */
  async choose(target: RunTarget, choice: GateChoice, instruction?: string): Promise<RunStatus | undefined> {
    const { folder, runId } = target;
    const pending = this.pending(target) ?? (await this.refresh(folder)).find((known) => known.runId === runId);
    if (!pending)
      throw new HoldfastError('not-found', 'Failed to go on with the run: it does not wait for a choice any more.');
    const runs = await this.#parts.runs();
    return runs.carryOut({
      folder,
      // An abort touches no file.
      needsSaved: choice === 'abort' ? undefined : choice === 'retry' ? 'Retry' : 'Skip',
      open: () => this.#session(target, pending),
      carryOut: (engine, options) => {
        this.#parts.store.dispatch({ type: 'choices-listed', folder, choices: this.#others(target) });
        return engine.choose(runId, choice, { ...options, ...(instruction === undefined ? {} : { instruction }) });
      },
    });
  }

  pending({ folder, runId }: RunTarget): PendingChoice | undefined {
    return findFolder(this.#parts.store.state, folder)?.choices.find((choice) => choice.runId === runId);
  }

  #others({ folder, runId }: RunTarget): readonly PendingChoice[] {
    const choices = findFolder(this.#parts.store.state, folder)?.choices ?? [];
    return choices.filter((choice) => choice.runId !== runId);
  }

  /** The run goes on where it stood: with all chunks that it had, and the attempts that were made. */
  async #session({ folder, runId }: RunTarget, { contract, chunk }: PendingChoice): Promise<RunSession> {
    const known = (await this.#parts.runs()).sessionOfChunk(runId);
    if (known) return new RunSession(known.subject, known.view.chunks);
    const subject: RunSubject = { folder, contract, chunk: chunk.id, title: chunk.title, chunks: [chunk] };
    const stored = await (await this.#parts.engines.of(folder)).storedRun(runId);
    const earlier: readonly ChunkView[] = stored ? [chunkResultView(stored, chunk.title)] : [];
    return new RunSession(subject, earlier);
  }
}
