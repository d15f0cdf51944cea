import * as vscode from 'vscode';
import {
  messageFromTimelinePanelSchema,
  timelineMemorySchema,
  type MessageFromTimelinePanel,
  type MessageToTimelinePanel,
  type TimelineMemory,
} from '../../webview/protocol/timeline-messages.ts';
import type { TimelineAction } from '../../webview/protocol/timeline-panel-data.ts';
import type { CommandId } from '../base/command-ids.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { TimelinePanelService } from '../services/feature-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { WebviewHost } from '../webviews/webview-host.ts';
import { createTimelineView } from './timeline-view.ts';

const TIMELINE_PANEL_TYPE = 'holdfast.timeline';

/** Changes are collected for this long before the panel updates, in milliseconds. */
const UPDATE_MS = 60;

const ACTION_COMMANDS: Readonly<Record<TimelineAction, CommandId>> = {
  run: 'holdfast.runWorkItem',
  step: 'holdfast.stepWorkItem',
  restart: 'holdfast.restartWorkItem',
  cancel: 'holdfast.cancelWorkItem',
};

const PART_COMMANDS: Readonly<Record<'approve' | 'reject' | 'open', CommandId>> = {
  approve: 'holdfast.approveWorkItem',
  reject: 'holdfast.rejectWorkItem',
  open: 'holdfast.showWorkDocument',
};

type Services = Pick<ExtensionServices, 'context' | 'log' | 'store' | 'workItems'>;

/** The timeline panel, which shows one work item and follows it. */
export class TimelinePanel implements TimelinePanelService {
  readonly #services: Services;
  readonly #host: WebviewHost<MessageToTimelinePanel, MessageFromTimelinePanel>;
  #memory: TimelineMemory | undefined;
  #subscription: { dispose(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#host = new WebviewHost({
      extensionUri: services.context.extensionUri,
      viewType: TIMELINE_PANEL_TYPE,
      page: 'timeline',
      title: 'Work Item',
      showOptions: { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      messages: messageFromTimelinePanelSchema,
      log: services.log,
      sendState: () => this.#scheduleUpdate(),
      receive: (message) => this.#receive(message),
      onClosed: () => {
        this.#memory = undefined;
        this.#subscription?.dispose();
        clearTimeout(this.#timer);
        this.#timer = undefined;
      },
    });
  }

  show(memory: TimelineMemory): void {
    this.#host.show();
    this.#follow(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const memory = timelineMemorySchema.safeParse(state).data;
    if (memory) {
      this.#host.restore(panel);
      this.#follow(memory);
    } else panel.dispose();
  }

  #follow(memory: TimelineMemory): void {
    this.#memory = memory;
    this.#subscription?.dispose();
    this.#subscription = this.#services.store.subscribe((state, previous) => {
      const now = findFolder(state, memory.folder);
      const before = findFolder(previous, memory.folder);
      const isSame = now?.workItems === before?.workItems && now?.workItemSteps === before?.workItemSteps;
      if (!isSame || state.trusted !== previous.trusted) this.#scheduleUpdate();
    });
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
    if (memory !== this.#memory) return;
    this.#host.setTitle(message.type === 'show' ? `#${memory.item} ${message.view.title}` : `#${memory.item}`);
    this.#host.post(message);
  }

  async #createMessage(memory: TimelineMemory): Promise<MessageToTimelinePanel> {
    const { state } = this.#services.store;
    const folder = findFolder(state, memory.folder);
    try {
      const details = await (await this.#services.workItems()).details(memory);
      const step = folder?.workItemSteps?.[memory.item];
      return { type: 'show', memory, view: createTimelineView(details, step, state.trusted) };
    } catch (error) {
      return { type: 'nothing', memory, message: formatFailure(toFailure(error)) };
    }
  }

  #receive(message: Exclude<MessageFromTimelinePanel, { readonly type: 'ready' }>): void {
    if (!this.#memory) return;
    const { folder, item } = this.#memory;
    const target = { folder, item, ...('part' in message ? message.part : {}) };
    const command = message.type === 'act' ? ACTION_COMMANDS[message.action] : PART_COMMANDS[message.type];
    void vscode.commands.executeCommand(command, target);
  }
}
