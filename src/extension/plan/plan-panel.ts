import * as l10n from '@vscode/l10n';
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
import { formatFailure, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { openLocation } from '../webviews/open-location.ts';
import { FollowingPanel } from '../webviews/following-panel.ts';
import { createPlanView } from './plan-view.ts';

export const PLAN_PANEL_TYPE = 'holdfast.plan';

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'log' | 'store'>;

/** [COMP-EDITOR] The plan panel, which shows the chunks of one contract and follows its text and status. */
export class PlanPanel {
  readonly #services: Services;
  readonly #panel: FollowingPanel<PlanMemory, MessageToPlanPanel, MessageFromPlanPanel>;
  #flow: PlanFlow | undefined;
  #lastView: PlanView | undefined;

  constructor(services: Services) {
    const { context, log, store } = services;
    this.#services = services;
    this.#panel = new FollowingPanel({
      extensionUri: context.extensionUri,
      viewType: PLAN_PANEL_TYPE,
      page: 'plan',
      title: l10n.t('Plan'),
      showOptions: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      messages: messageFromPlanPanelSchema,
      memory: planMemorySchema,
      log,
      subscribe: (_, listener) => {
        this.#flow = undefined;
        this.#lastView = undefined;
        return store.subscribe(listener);
      },
      createContent: async (memory) => {
        const message = await this.#createMessage(memory);
        return (
          message && {
            title: l10n.t('Plan: {0}', message.type === 'show' ? message.view.title : memory.contract),
            message,
          }
        );
      },
      receive: ({ location }, { folder }) => {
        openLocation(folder, location).catch((error: unknown) => void reportFailure(log, error));
      },
    });
  }

  /** Shows a contract's plan in the column next to the active editor. */
  show(memory: PlanMemory): void {
    this.#panel.show(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panel.restore(panel, state);
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
        message: isLoading ? l10n.t('Loading contracts…') : l10n.t('{0} no longer exists.', memory.contract),
      };
    }
    const { plan, failure } = contract;
    if (!plan) {
      return { type: 'nothing', memory, message: failure ? formatFailure(failure) : l10n.t('Loading the plan…') };
    }
    if (this.#flow?.document.text !== plan.document.text) {
      try {
        this.#flow = await (await engines.get(memory.folder)).plans.readFlow(memory.contract);
      } catch (error) {
        return { type: 'nothing', memory, message: formatFailure(toFailure(error)) };
      }
      if (this.#flow.document.text !== plan.document.text) return undefined;
    }
    const view = createPlanView(folder, contract, plan, this.#flow.edges);
    if (view) this.#lastView = view;
    else if (this.#lastView) return { type: 'show', memory, view: { ...this.#lastView, stale: true } };
    else
      return { type: 'nothing', memory, message: l10n.t('The file is not a valid contract. See the Problems view.') };
    return { type: 'show', memory, view };
  }
}
