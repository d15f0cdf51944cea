import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  messageFromResultsPanelSchema,
  resultsMemorySchema,
  type MessageFromResultsPanel,
  type MessageToResultsPanel,
  type ResultsMemory,
} from '../../webview/protocol/results-messages.ts';
import type { GateChoiceView, PanelAction, ResultsView } from '../../webview/protocol/results-panel-data.ts';
import type { PendingFileAction } from '../../webview/protocol/pending-files-data.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import type { AmendmentTarget, LandedRunTarget, ResultFileTarget, RunTarget } from '../state/target.ts';
import { WebviewHost } from '../webviews/webview-host.ts';
import { computePanelUpdate, type PanelSubject } from './panel-subject.ts';

export const RESULTS_PANEL_TYPE = 'holdfast.results';

/** Streamed tokens are shown at this interval, in milliseconds. */
const UPDATE_MS = 80;

export interface ResultsPanelHost {
  readonly extensionUri: vscode.Uri;
  /** Runs the action of a button. */
  act(action: PanelAction, subject: ResultsMemory): void;
  /** Resumes a run after a failed gate. */
  choose(choice: RunTarget & { readonly choice: GateChoiceView; readonly instruction?: string | undefined }): void;
  showAmendment(target: AmendmentTarget): void;
  /** Opens a changed file of a result, or decides on all its changes. */
  decideFile(target: ResultFileTarget, action: PendingFileAction): void;
  undoLanding(target: LandedRunTarget): void;
  /** Opens a location in the subject's folder. */
  openLocation(folder: string, location: SourceLocation): void;
  log: { warn(message: string): void };
}

/** The results panel, which shows and follows one subject (ENF-UI-2). */
export class ResultsPanel {
  readonly #host: ResultsPanelHost;
  readonly #webview: WebviewHost<MessageToResultsPanel, MessageFromResultsPanel>;
  #subject: PanelSubject | undefined;
  #subscription: { dispose(): void } | undefined;
  #shownView: ResultsView | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: ResultsPanelHost) {
    this.#host = host;
    this.#webview = new WebviewHost({
      extensionUri: host.extensionUri,
      viewType: RESULTS_PANEL_TYPE,
      page: 'results',
      title: l10n.t('Holdfast Results'),
      showOptions: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      messages: messageFromResultsPanelSchema,
      log: host.log,
      sendState: () => this.#sendAll(),
      receive: (message) => this.#receive(message),
      onClosed: () => {
        this.#shownView = undefined;
        this.#subject = undefined;
        this.#subscription?.dispose();
        clearTimeout(this.#timer);
        this.#timer = undefined;
      },
    });
  }

  /** Shows a subject in the column next to the active editor, which keeps the focus. */
  show(subject: PanelSubject): void {
    this.#webview.show();
    this.#follow(subject);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, subject: PanelSubject): void {
    if (this.#webview.restore(panel)) this.#follow(subject);
  }

  #follow(subject: PanelSubject): void {
    this.#subscription?.dispose();
    this.#subject = subject;
    this.#subscription = subject.subscribe(() => (this.#timer ??= setTimeout(() => this.#update(), UPDATE_MS)));
    this.#sendAll();
  }

  #sendAll(): void {
    if (!this.#subject) return;
    const view = this.#subject.createView();
    this.#shownView = view;
    this.#setTitle(view);
    const transcripts = this.#subject.transcripts?.takeAll() ?? [];
    this.#webview.post({ type: 'show', header: view.header, chunks: [...view.chunks], transcripts });
  }

  #update(): void {
    this.#timer = undefined;
    if (!this.#subject || !this.#shownView) return;
    const view = this.#subject.createView();
    const update = computePanelUpdate(this.#shownView, view);
    this.#shownView = view;
    this.#setTitle(view);
    if (update) this.#webview.post(update);
    const pieces = this.#subject.transcripts?.takeUnsent() ?? [];
    if (pieces.length > 0) this.#webview.post({ type: 'transcript', pieces });
  }

  #setTitle({ header }: ResultsView): void {
    this.#webview.setTitle(`${header.kind === 'run' ? l10n.t('Run') : l10n.t('Results')}: ${header.title}`);
  }

  #receive(message: Exclude<MessageFromResultsPanel, { type: 'ready' }>): void {
    const memory = this.#subject?.memory;
    if (!memory) return;
    const { folder } = memory;
    switch (message.type) {
      case 'open-location':
        this.#host.openLocation(folder, message.location);
        return;
      case 'act':
        this.#host.act(message.action, { ...memory, chunk: message.chunk ?? memory.chunk });
        return;
      case 'choose': {
        const { runId, choice, instruction } = message;
        this.#host.choose({ folder, runId, choice, instruction });
        return;
      }
      case 'show-amendment':
        this.#host.showAmendment({ folder, amendment: message.amendment });
        return;
      case 'review-file':
        this.#host.decideFile({ folder, runId: message.runId, path: message.path }, message.action);
        return;
      case 'undo-landing':
        this.#host.undoLanding({ folder, commit: message.commit, runId: message.runId });
        return;
    }
  }
}

/** Reads the state of a restored panel. Returns `undefined` if it is invalid. */
export function parseResultsMemory(state: unknown): ResultsMemory | undefined {
  return resultsMemorySchema.safeParse(state).data;
}
