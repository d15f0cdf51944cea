import * as vscode from 'vscode';
import {
  amendmentMemorySchema,
  messageFromAmendmentPanelSchema,
  type AmendmentMemory,
  type MessageFromAmendmentPanel,
  type Refusal,
  type MessageToAmendmentPanel,
} from '../../webview/protocol/amendment-messages.ts';
import type { AmendmentView } from '../../webview/protocol/amendment-panel-data.ts';
import type { AmendmentPanelService } from '../services/feature-services.ts';
import { fillWebview, getPanelIcon, createWebviewOptions } from '../webviews/webview-page.ts';

export const AMENDMENT_PANEL_TYPE = 'holdfast.amendment';

/** Changes are collected for this long before the panel updates, in milliseconds. */
const UPDATE_MS = 80;

/** A request from the panel's page. */
export type AmendmentRequest = Exclude<MessageFromAmendmentPanel, { type: 'ready' }>;

export interface AmendmentPanelHost {
  readonly extensionUri: vscode.Uri;
  createView(memory: AmendmentMemory): Promise<AmendmentView>;
  /** Handles a request. Returns a message for the page if the request failed. */
  handleRequest(request: AmendmentRequest, memory: AmendmentMemory): Promise<Refusal | undefined>;
  /** Calls the listener when the view may have changed. */
  subscribe(memory: AmendmentMemory, listener: () => void): { dispose(): void };
  log: { warn(message: string): void };
}

/** The amendment panel, which shows and follows one amendment (ENF-AMEND-3). */
export class AmendmentPanel implements AmendmentPanelService {
  readonly #host: AmendmentPanelHost;
  #panel: vscode.WebviewPanel | undefined;
  #memory: AmendmentMemory | undefined;
  #subscription: { dispose(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: AmendmentPanelHost) {
    this.#host = host;
  }

  show(memory: AmendmentMemory): void {
    if (this.#panel) this.#panel.reveal();
    else
      this.#adopt(
        vscode.window.createWebviewPanel(
          AMENDMENT_PANEL_TYPE,
          'Amendment',
          vscode.ViewColumn.Two,
          createWebviewOptions(this.#host.extensionUri),
        ),
      );
    this.#follow(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panel?.dispose();
    panel.webview.options = createWebviewOptions(this.#host.extensionUri);
    this.#adopt(panel);
    const memory = amendmentMemorySchema.safeParse(state).data;
    if (memory) this.#follow(memory);
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = getPanelIcon(this.#host.extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#memory = undefined;
      this.#subscription?.dispose();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    });
    fillWebview(panel.webview, this.#host.extensionUri, { name: 'amendment', title: 'Amendment' });
  }

  #follow(memory: AmendmentMemory): void {
    this.#subscription?.dispose();
    this.#memory = memory;
    this.#subscription = this.#host.subscribe(memory, () => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#send();
      }, UPDATE_MS);
    });
    void this.#send();
  }

  async #send(): Promise<void> {
    const memory = this.#memory;
    if (!memory) return;
    try {
      const view = await this.#host.createView(memory);
      if (this.#memory !== memory) return;
      if (this.#panel) this.#panel.title = `Amendment: ${view.chunk.title}`;
      this.#post({ type: 'show', memory, view });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: 'failed', memory, message });
    }
  }

  #post(message: MessageToAmendmentPanel): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const parsed = messageFromAmendmentPanelSchema.safeParse(raw);
    if (!parsed.success) {
      this.#host.log.warn(`The amendment panel sent an invalid message: ${parsed.error.message}`);
      return;
    }
    const request = parsed.data;
    if (request.type === 'ready') {
      await this.#send();
      return;
    }
    const memory = this.#memory;
    if (!memory) return;
    const refusal = await this.#host.handleRequest(request, memory);
    if (refusal && this.#memory === memory) this.#post(refusal);
  }
}
