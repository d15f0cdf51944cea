import * as l10n from '@vscode/l10n';
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
import { FollowingPanel, type PanelContent } from '../webviews/following-panel.ts';

export const AMENDMENT_PANEL_TYPE = 'holdfast.amendment';

/** A request from the panel's page. */
export type AmendmentPanelRequest = Exclude<MessageFromAmendmentPanel, { type: 'ready' }>;

export interface AmendmentPanelHost {
  readonly extensionUri: vscode.Uri;
  createView(memory: AmendmentMemory): Promise<AmendmentView>;
  /** Handles a request. Returns a message for the page if the request failed. */
  handleRequest(request: AmendmentPanelRequest, memory: AmendmentMemory): Promise<Refusal | undefined>;
  /** Calls the listener when the view may have changed. */
  subscribe(memory: AmendmentMemory, listener: () => void): { dispose(): void };
  log: { warn(message: string): void; error(message: string, ...details: unknown[]): void };
}

/** The amendment panel, which shows and follows one amendment (ENF-AMEND-3). */
export class AmendmentPanel {
  readonly #host: AmendmentPanelHost;
  readonly #panel: FollowingPanel<AmendmentMemory, MessageToAmendmentPanel, MessageFromAmendmentPanel>;

  constructor(host: AmendmentPanelHost) {
    this.#host = host;
    this.#panel = new FollowingPanel({
      extensionUri: host.extensionUri,
      viewType: AMENDMENT_PANEL_TYPE,
      page: 'amendment',
      title: l10n.t('Amendment'),
      showOptions: { viewColumn: vscode.ViewColumn.Two, preserveFocus: false },
      messages: messageFromAmendmentPanelSchema,
      memory: amendmentMemorySchema,
      log: host.log,
      subscribe: (memory, listener) => host.subscribe(memory, listener),
      createContent: (memory) => this.#createContent(memory),
      receive: (request, memory) => void this.#receive(request, memory),
    });
  }

  show(memory: AmendmentMemory): void {
    this.#panel.show(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panel.restore(panel, state);
  }

  async #createContent(memory: AmendmentMemory): Promise<PanelContent<MessageToAmendmentPanel>> {
    try {
      const view = await this.#host.createView(memory);
      return { title: l10n.t('Amendment: {0}', view.chunk.title), message: { type: 'show', memory, view } };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { message: { type: 'failed', memory, message } };
    }
  }

  async #receive(request: AmendmentPanelRequest, memory: AmendmentMemory): Promise<void> {
    const refusal = await this.#host.handleRequest(request, memory);
    if (refusal) this.#panel.post(memory, refusal);
  }
}
