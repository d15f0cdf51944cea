import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  messageFromTimelinePanelSchema,
  timelineMemorySchema,
  type MessageFromTimelinePanel,
  type MessageToTimelinePanel,
  type TimelineMemory,
} from '../../webview/pipeline/protocol/timeline-messages.ts';
import type { TimelineAction } from '../../webview/pipeline/protocol/timeline-panel-data.ts';
import type { CommandId } from '../base/command-ids.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { PipelineServices } from './pipeline-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { FollowingPanel } from '../webviews/following-panel.ts';
import { createTimelineView } from './timeline-view.ts';
import { openReviewedFile } from './work-documents.ts';

const TIMELINE_PANEL_TYPE = 'holdfast.timeline';

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

type Services = Pick<PipelineServices, 'context' | 'engines' | 'log' | 'store' | 'workItems'>;

/** The timeline panel, which shows one work item and follows it. */
export class TimelinePanel {
  readonly #services: Services;
  readonly #panel: FollowingPanel<TimelineMemory, MessageToTimelinePanel, MessageFromTimelinePanel>;

  constructor(services: Services) {
    const { context, log, store } = services;
    this.#services = services;
    this.#panel = new FollowingPanel({
      extensionUri: context.extensionUri,
      viewType: TIMELINE_PANEL_TYPE,
      page: 'pipeline',
      title: l10n.t('Work Item'),
      showOptions: { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      messages: messageFromTimelinePanelSchema,
      memory: timelineMemorySchema,
      log,
      subscribe: ({ folder }, listener) =>
        store.subscribe((state, previous) => {
          const now = findFolder(state, folder);
          const before = findFolder(previous, folder);
          const isSame = now?.workItems === before?.workItems && now?.workItemSteps === before?.workItemSteps;
          if (!isSame || state.trusted !== previous.trusted) listener();
        }),
      createContent: async (memory) => {
        const message = await this.#createMessage(memory);
        const { item } = memory;
        return { title: message.type === 'show' ? `#${item} ${message.view.title}` : `#${item}`, message };
      },
      receive: (message, memory) => {
        if (message.type === 'open-finding')
          this.#openFinding(message, memory).catch((error: unknown) => void reportFailure(log, error));
        else runCommand(message, memory);
      },
    });
  }

  show(memory: TimelineMemory): void {
    this.#panel.show(memory);
  }

  /** Adopts a panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panel.restore(panel, state);
  }

  async #openFinding(
    { subItem, location }: Extract<MessageFromTimelinePanel, { readonly type: 'open-finding' }>,
    { folder, item }: TimelineMemory,
  ): Promise<void> {
    const details = await (await this.#services.workItems()).details({ folder, item });
    await openReviewedFile(this.#services.engines, details, { folder, subItem, location });
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
}

type CommandRequest = Exclude<MessageFromTimelinePanel, { readonly type: 'ready' | 'open-finding' }>;

function runCommand(message: CommandRequest, { folder, item }: TimelineMemory): void {
  const target = { folder, item, ...('part' in message ? message.part : {}) };
  const command = message.type === 'act' ? ACTION_COMMANDS[message.action] : PART_COMMANDS[message.type];
  void vscode.commands.executeCommand(command, target);
}
