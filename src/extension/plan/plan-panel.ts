import * as vscode from 'vscode';
import type { PlanFlow } from '../../engine.ts';
import {
  messageFromPlanPanelSchema,
  planMemorySchema,
  type MessageFromPlanPanel,
  type MessageToPlanPanel,
  type PlanMemory,
} from '../../webview/protocol/plan-messages.ts';
import type { PlanView } from '../../webview/protocol/plan-panel-data.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { PlanPanelService } from '../services/feature-services.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { openLocation } from '../webviews/open-location.ts';
import { WebviewHost } from '../webviews/webview-host.ts';
import { createPlanView } from './plan-view.ts';

export const PLAN_PANEL_TYPE = 'holdfast.plan';

/** Changes are collected for this long before the panel updates, in milliseconds. */
const UPDATE_MS = 60;

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'log' | 'store'>;

/** [COMP-EDITOR] The plan panel, which shows the chunks of one contract and follows its text and status. */
export class PlanPanel implements PlanPanelService {
  readonly #services: Services;
  readonly #host: WebviewHost<MessageToPlanPanel, MessageFromPlanPanel>;
  #memory: PlanMemory | undefined;
  #subscription: { dispose(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #flow: PlanFlow | undefined;
  #lastView: PlanView | undefined;
  #sentText = '';

  constructor(services: Services) {
    this.#services = services;
    this.#host = new WebviewHost({
      extensionUri: services.context.extensionUri,
      viewType: PLAN_PANEL_TYPE,
      page: 'plan',
      title: 'Plan',
      showOptions: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      messages: messageFromPlanPanelSchema,
      log: services.log,
      sendState: () => {
        this.#sentText = '';
        this.#scheduleUpdate();
      },
      receive: ({ location }) => this.#openLocation(location),
      onClosed: () => {
        this.#memory = undefined;
        this.#subscription?.dispose();
        clearTimeout(this.#timer);
        this.#timer = undefined;
      },
    });
  }

  /** Shows a contract's plan in the column next to the active editor. */
  show(memory: PlanMemory): void {
    this.#host.show();
    this.#follow(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const memory = planMemorySchema.safeParse(state).data;
    if (memory) {
      this.#host.restore(panel);
      this.#follow(memory);
    } else panel.dispose();
  }

  #follow(memory: PlanMemory): void {
    this.#subscription?.dispose();
    this.#memory = memory;
    this.#flow = undefined;
    this.#lastView = undefined;
    this.#sentText = '';
    this.#subscription = this.#services.store.subscribe(() => this.#scheduleUpdate());
    this.#scheduleUpdate();
  }

  #scheduleUpdate(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#update().catch((error: unknown) => void reportFailure(this.#services.log, error));
    }, UPDATE_MS);
  }

  async #update(): Promise<void> {
    const memory = this.#memory;
    if (!memory) return;
    const message = await this.#createMessage(memory);
    if (!message || memory !== this.#memory) return;
    const text = JSON.stringify(message);
    if (text === this.#sentText) return;
    this.#sentText = text;
    this.#host.setTitle(`Plan: ${message.type === 'show' ? message.view.title : memory.contract}`);
    this.#host.post(message);
  }

  /** Creates the message for the current state. Returns `undefined` until the plan of the current text is known. */
  async #createMessage(memory: PlanMemory): Promise<MessageToPlanPanel | undefined> {
    const { store, engines } = this.#services;
    const folder = findFolder(store.state, memory.folder);
    const contract = findContract(store.state, memory);
    if (!folder || !contract) {
      const isLoading = folder === undefined || folder.status === 'loading';
      return {
        type: 'nothing',
        memory,
        message: isLoading ? 'Loading contracts…' : `${memory.contract} no longer exists.`,
      };
    }
    const { plan, failure } = contract;
    if (!plan) {
      return { type: 'nothing', memory, message: failure ? formatFailure(failure) : 'Loading the plan…' };
    }
    if (this.#flow?.document.text !== plan.document.text) {
      try {
        this.#flow = await (await engines.get(memory.folder)).planFlow(memory.contract);
      } catch (error) {
        return { type: 'nothing', memory, message: formatFailure(toFailure(error)) };
      }
      if (this.#flow.document.text !== plan.document.text) return undefined;
    }
    const view = createPlanView(folder, contract, plan, this.#flow.edges);
    if (view) this.#lastView = view;
    else if (this.#lastView) return { type: 'show', memory, view: { ...this.#lastView, stale: true } };
    else return { type: 'nothing', memory, message: 'The file is not a valid contract. See the Problems view.' };
    return { type: 'show', memory, view };
  }

  #openLocation(location: SourceLocation): void {
    if (!this.#memory) return;
    openLocation(this.#memory.folder, location).catch(
      (error: unknown) => void reportFailure(this.#services.log, error),
    );
  }
}
