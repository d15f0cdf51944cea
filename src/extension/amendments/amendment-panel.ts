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
import { WebviewHost } from '../webviews/webview-host.ts';

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
  readonly #webview: WebviewHost<MessageToAmendmentPanel, MessageFromAmendmentPanel>;
  #memory: AmendmentMemory | undefined;
  #subscription: { dispose(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: AmendmentPanelHost) {
    this.#host = host;
    this.#webview = new WebviewHost({
      extensionUri: host.extensionUri,
      viewType: AMENDMENT_PANEL_TYPE,
      page: 'amendment',
      title: 'Amendment',
      showOptions: { viewColumn: vscode.ViewColumn.Two, preserveFocus: false },
      messages: messageFromAmendmentPanelSchema,
      log: host.log,
      sendState: () => void this.#send(),
      receive: (message) => void this.#receive(message),
      onClosed: () => {
        this.#memory = undefined;
        this.#subscription?.dispose();
        clearTimeout(this.#timer);
        this.#timer = undefined;
      },
    });
  }

  show(memory: AmendmentMemory): void {
    this.#webview.show();
    this.#follow(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const memory = amendmentMemorySchema.safeParse(state).data;
    if (memory) {
      this.#webview.restore(panel);
      this.#follow(memory);
    } else panel.dispose();
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
      this.#webview.setTitle(`Amendment: ${view.chunk.title}`);
      this.#webview.post({ type: 'show', memory, view });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#webview.post({ type: 'failed', memory, message });
    }
  }

  async #receive(request: AmendmentRequest): Promise<void> {
    const memory = this.#memory;
    if (!memory) return;
    const refusal = await this.#host.handleRequest(request, memory);
    if (refusal && this.#memory === memory) this.#webview.post(refusal);
  }
}
