import * as vscode from 'vscode';
import {
  messageFromResultsPanelSchema,
  resultsMemorySchema,
  type ResultsMemory,
  type MessageToResultsPanel,
} from '../../webview/protocol/results-messages.ts';
import type { GateChoiceView, PanelAction, ResultsView } from '../../webview/protocol/results-panel-data.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import type { AmendmentTarget, RunTarget } from '../state/target.ts';
import { fillWebview, getPanelIcon, createWebviewOptions } from '../webviews/webview-page.ts';
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
  /** Opens a location in the subject's folder. */
  openLocation(folder: string, location: SourceLocation): void;
  log: { warn(message: string): void };
}

/** The results panel, which shows and follows one subject (ENF-UI-2). */
export class ResultsPanel {
  readonly #host: ResultsPanelHost;
  #panel: vscode.WebviewPanel | undefined;
  #subject: PanelSubject | undefined;
  #subscription: { dispose(): void } | undefined;
  #shownView: ResultsView | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: ResultsPanelHost) {
    this.#host = host;
  }

  /** Shows a subject in the column next to the active editor, which keeps the focus. */
  show(subject: PanelSubject): void {
    if (this.#panel) this.#panel.reveal(undefined, true);
    else
      this.#adopt(
        vscode.window.createWebviewPanel(
          RESULTS_PANEL_TYPE,
          'Holdfast Results',
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
          createWebviewOptions(this.#host.extensionUri),
        ),
      );
    this.#follow(subject);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, subject: PanelSubject | undefined): void {
    this.#panel?.dispose();
    panel.webview.options = createWebviewOptions(this.#host.extensionUri);
    this.#adopt(panel);
    if (subject) this.#follow(subject);
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = getPanelIcon(this.#host.extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#shownView = undefined;
      this.#subject = undefined;
      this.#subscription?.dispose();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    });
    fillWebview(panel.webview, this.#host.extensionUri, { name: 'results', title: 'Holdfast Results' });
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
    this.#post({ type: 'show', header: view.header, chunks: [...view.chunks], transcripts });
  }

  #update(): void {
    this.#timer = undefined;
    if (!this.#subject || !this.#shownView) return;
    const view = this.#subject.createView();
    const update = computePanelUpdate(this.#shownView, view);
    this.#shownView = view;
    this.#setTitle(view);
    if (update) this.#post(update);
    const pieces = this.#subject.transcripts?.takeUnsent() ?? [];
    if (pieces.length > 0) this.#post({ type: 'transcript', pieces });
  }

  #setTitle({ header }: ResultsView): void {
    if (this.#panel) this.#panel.title = `${header.kind === 'run' ? 'Run' : 'Results'}: ${header.title}`;
  }

  #post(message: MessageToResultsPanel): void {
    void this.#panel?.webview.postMessage(message);
  }

  #receive(raw: unknown): void {
    const parsed = messageFromResultsPanelSchema.safeParse(raw);
    if (!parsed.success) {
      this.#host.log.warn(`The results panel sent an invalid message: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    if (message.type === 'ready') {
      this.#sendAll();
      return;
    }
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
    }
  }
}

/** Reads the state of a restored panel. Returns `undefined` if it is invalid. */
export function parseResultsMemory(state: unknown): ResultsMemory | undefined {
  return resultsMemorySchema.safeParse(state).data;
}
