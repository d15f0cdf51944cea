import * as vscode from 'vscode';
import { fromPanelSchema, panelMemorySchema, type PanelMemory, type ToPanel } from '../../webview/protocol/messages.ts';
import type { GateChoiceView, PanelAction, PanelView, Place } from '../../webview/protocol/view.ts';
import type { AmendmentTarget, RunTarget } from '../state/target.ts';
import type { PanelSubject } from './panel-subject.ts';
import { panelUpdate } from './panel-updates.ts';
import { fillWebview, panelIcon, webviewOptions } from './webview-page.ts';

export const PANEL_TYPE = 'holdfast.results';

/** A stream of tokens is drawn a few times a second, not once a token. */
const UPDATE_MS = 80;

export interface PanelHost {
  readonly extensionUri: vscode.Uri;
  /** Does what a button of the panel asks for. */
  act(action: PanelAction, subject: PanelMemory & { readonly chunk?: string }): void;
  /** Goes on with a run that waits, as the person chose. */
  choose(choice: RunTarget & { readonly choice: GateChoiceView; readonly instruction?: string }): void;
  showAmendment(target: AmendmentTarget): void;
  /** Opens a place in a file of the subject's folder. */
  openPlace(folder: string, place: Place): void;
  log: { warn(message: string): void };
}

/** The one results panel: it shows a run or a verdict, and follows it (ENF-UI-2). */
export class ResultsPanel {
  readonly #host: PanelHost;
  #panel: vscode.WebviewPanel | undefined;
  #subject: PanelSubject | undefined;
  #subscription: { dispose(): void } | undefined;
  #shown: PanelView | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: PanelHost) {
    this.#host = host;
  }

  /** Shows a subject, beside the editor that has the focus, which keeps it. */
  show(subject: PanelSubject): void {
    if (this.#panel) this.#panel.reveal(undefined, true);
    else
      this.#adopt(
        vscode.window.createWebviewPanel(
          PANEL_TYPE,
          'Holdfast Results',
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
          webviewOptions(this.#host.extensionUri),
        ),
      );
    this.#follow(subject);
  }

  /** Takes over a panel that the editor kept through a reload. */
  restore(panel: vscode.WebviewPanel, subject: PanelSubject | undefined): void {
    this.#panel?.dispose();
    panel.webview.options = webviewOptions(this.#host.extensionUri);
    this.#adopt(panel);
    if (subject) this.#follow(subject);
  }

  get subject(): PanelSubject | undefined {
    return this.#subject;
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = panelIcon(this.#host.extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#shown = undefined;
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
    const view = this.#subject.view();
    this.#shown = view;
    this.#setTitle(view);
    const transcripts = this.#subject.transcripts?.all() ?? [];
    this.#post({ type: 'show', header: view.header, chunks: [...view.chunks], transcripts });
  }

  #update(): void {
    this.#timer = undefined;
    if (!this.#subject || !this.#shown) return;
    const view = this.#subject.view();
    const update = panelUpdate(this.#shown, view);
    this.#shown = view;
    this.#setTitle(view);
    if (update) this.#post(update);
    const pieces = this.#subject.transcripts?.unsent() ?? [];
    if (pieces.length > 0) this.#post({ type: 'transcript', pieces });
  }

  #setTitle({ header }: PanelView): void {
    if (this.#panel) this.#panel.title = `${header.kind === 'run' ? 'Run' : 'Results'}: ${header.title}`;
  }

  #post(message: ToPanel): void {
    void this.#panel?.webview.postMessage(message);
  }

  #receive(raw: unknown): void {
    const parsed = fromPanelSchema.safeParse(raw);
    if (!parsed.success) {
      this.#host.log.warn(`The results panel sent a message that is not understood: ${parsed.error.message}`);
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
      case 'open-place':
        this.#host.openPlace(folder, message.place);
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

/** What a restored panel remembers, or nothing where it remembers nothing that is understood. */
export function rememberedSubject(state: unknown): PanelMemory | undefined {
  return panelMemorySchema.safeParse(state).data;
}
