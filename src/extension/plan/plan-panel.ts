import * as vscode from 'vscode';
import type { PlanFlow } from '../../engine.ts';
import { fromPlanPanelSchema, type PlanMemory, type ToPlanPanel } from '../../webview/protocol/plan-messages.ts';
import type { PlanView } from '../../webview/protocol/plan-view.ts';
import { failureOf, failureText } from '../checks/failure.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { openPlace } from '../panel/open-place.ts';
import { reportFailure } from '../commands/failure-report.ts';
import { fillWebview, panelIcon, webviewOptions } from '../panel/webview-page.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { planView } from './plan-view.ts';

export const PLAN_PANEL_TYPE = 'holdfast.plan';

/** Changes that come in one burst are drawn once. */
const UPDATE_MS = 60;

type Parts = Pick<ExtensionParts, 'context' | 'engines' | 'log' | 'store'>;

/** [COMP-EDITOR] The one plan panel: it draws a contract's chunks and follows the text and what becomes of them. */
export class PlanPanel {
  readonly #parts: Parts;
  #panel: vscode.WebviewPanel | undefined;
  #memory: PlanMemory | undefined;
  #subscription: { dispose(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #flow: PlanFlow | undefined;
  #view: PlanView | undefined;
  #sent = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Shows a contract's plan beside the editor that has the focus. */
  show(memory: PlanMemory): void {
    if (this.#panel) this.#panel.reveal();
    else {
      const { extensionUri } = this.#parts.context;
      const options = webviewOptions(extensionUri);
      this.#adopt(vscode.window.createWebviewPanel(PLAN_PANEL_TYPE, 'Plan', vscode.ViewColumn.Beside, options));
    }
    this.#follow(memory);
  }

  /** Takes over a panel that the editor kept through a reload. */
  restore(panel: vscode.WebviewPanel, memory: PlanMemory | undefined): void {
    this.#panel?.dispose();
    panel.webview.options = webviewOptions(this.#parts.context.extensionUri);
    this.#adopt(panel);
    if (memory) this.#follow(memory);
  }

  #adopt(panel: vscode.WebviewPanel): void {
    const { extensionUri } = this.#parts.context;
    this.#panel = panel;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#memory = undefined;
      this.#subscription?.dispose();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    });
    fillWebview(panel.webview, extensionUri, { name: 'plan', title: 'Plan' });
  }

  #follow(memory: PlanMemory): void {
    this.#subscription?.dispose();
    this.#memory = memory;
    this.#flow = undefined;
    this.#view = undefined;
    this.#sent = '';
    this.#subscription = this.#parts.store.subscribe(() => this.#soon());
    this.#soon();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#update().catch((error: unknown) => void reportFailure(this.#parts.log, error));
    }, UPDATE_MS);
  }

  async #update(): Promise<void> {
    const memory = this.#memory;
    if (!memory) return;
    const message = await this.#message(memory);
    if (!message || memory !== this.#memory || !this.#panel) return;
    const text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#panel.title = `Plan: ${message.type === 'show' ? message.view.title : memory.contract}`;
    void this.#panel.webview.postMessage(message);
  }

  /** What is to be shown now; nothing while the text is ahead of what is known of it. */
  async #message(memory: PlanMemory): Promise<ToPlanPanel | undefined> {
    const { store, engines } = this.#parts;
    const folder = findFolder(store.state, memory.folder);
    const contract = findContract(store.state, memory);
    if (!folder || !contract) {
      const looking = folder === undefined || folder.status === 'loading';
      return {
        type: 'nothing',
        memory,
        message: looking ? 'Looking for the contract …' : `${memory.contract} is not there any more.`,
      };
    }
    const { plan, failure } = contract;
    if (!plan) {
      return { type: 'nothing', memory, message: failure ? failureText(failure) : 'Reading the plan …' };
    }
    if (this.#flow?.document.text !== plan.document.text) {
      try {
        this.#flow = await (await engines.of(memory.folder)).planFlow(memory.contract);
      } catch (error) {
        return { type: 'nothing', memory, message: failureText(failureOf(error)) };
      }
      if (this.#flow.document.text !== plan.document.text) return undefined;
    }
    const view = planView(folder, contract, plan, this.#flow.edges);
    if (view) this.#view = view;
    else if (this.#view) return { type: 'show', memory, view: { ...this.#view, stale: true } };
    else return { type: 'nothing', memory, message: 'The text is no contract yet. The Problems view says why.' };
    return { type: 'show', memory, view };
  }

  #receive(raw: unknown): void {
    const parsed = fromPlanPanelSchema.safeParse(raw);
    if (!parsed.success) {
      this.#parts.log.warn(`The plan panel sent a message that is not understood: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    if (message.type === 'ready') {
      this.#sent = '';
      this.#soon();
    } else if (this.#memory) {
      openPlace(this.#memory.folder, message.place).catch(
        (error: unknown) => void reportFailure(this.#parts.log, error),
      );
    }
  }
}
