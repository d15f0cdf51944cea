import * as vscode from 'vscode';
import {
  amendmentMemorySchema,
  fromAmendmentPanelSchema,
  type AmendmentMemory,
  type FromAmendmentPanel,
  type Refusal,
  type ToAmendmentPanel,
} from '../../webview/protocol/amendment-messages.ts';
import type { AmendmentView } from '../../webview/protocol/amendment-view.ts';
import { fillWebview, panelIcon, webviewOptions } from '../panel/webview-page.ts';

export const AMENDMENT_PANEL_TYPE = 'holdfast.amendment';

/** Changes that come in one burst are drawn once. */
const UPDATE_MS = 80;

/** What a person decided, or asked for, in the panel; all but what the panel sees to itself. */
export type AmendmentRequest = Exclude<FromAmendmentPanel, { type: 'ready' }>;

export interface AmendmentPanelHost {
  readonly extensionUri: vscode.Uri;
  view(of: AmendmentMemory): Promise<AmendmentView>;
  /** Does what a person asks for. Answers with what stands against it, where something does. */
  carryOut(request: AmendmentRequest, of: AmendmentMemory): Promise<Refusal | undefined>;
  /** Calls the listener whenever what the panel shows may have changed. */
  subscribe(of: AmendmentMemory, listener: () => void): { dispose(): void };
  log: { warn(message: string): void };
}

/** The one amendment panel: it shows a proposed change of a contract, and follows it (ENF-AMEND-3). */
export class AmendmentPanel {
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
          webviewOptions(this.#host.extensionUri),
        ),
      );
    this.#follow(memory);
  }

  /** Takes over a panel that the editor kept through a reload, with what it remembers. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panel?.dispose();
    panel.webview.options = webviewOptions(this.#host.extensionUri);
    this.#adopt(panel);
    const memory = amendmentMemorySchema.safeParse(state).data;
    if (memory) this.#follow(memory);
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    panel.iconPath = panelIcon(this.#host.extensionUri);
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
      const view = await this.#host.view(memory);
      if (this.#memory !== memory) return;
      if (this.#panel) this.#panel.title = `Amendment: ${view.chunk.title}`;
      this.#post({ type: 'show', memory, view });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: 'failed', memory, message });
    }
  }

  #post(message: ToAmendmentPanel): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const parsed = fromAmendmentPanelSchema.safeParse(raw);
    if (!parsed.success) {
      this.#host.log.warn(`The amendment panel sent a message that is not understood: ${parsed.error.message}`);
      return;
    }
    const request = parsed.data;
    if (request.type === 'ready') {
      await this.#send();
      return;
    }
    const memory = this.#memory;
    if (!memory) return;
    const refusal = await this.#host.carryOut(request, memory);
    if (refusal && this.#memory === memory) this.#post(refusal);
  }
}
