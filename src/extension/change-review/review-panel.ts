import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  messageFromReviewPanelSchema,
  reviewMemorySchema,
  type MessageFromReviewPanel,
  type MessageToReviewPanel,
  type ReviewMemory,
} from '../../webview/protocol/review-messages.ts';
import type { CommandId } from '../base/command-ids.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { FollowingPanel } from '../webviews/following-panel.ts';
import type { SubjectPanel } from '../webviews/register-panel.ts';
import { openLocation } from '../webviews/open-location.ts';
import { createReviewView, restoreReviewView } from './review-view.ts';

type Services = Pick<ExtensionServices, 'context' | 'log' | 'store' | 'jobs'>;

const ACTION_COMMANDS: Readonly<Record<'review' | 'copy' | 'clear', CommandId>> = {
  review: 'holdfast.reviewChanges',
  copy: 'holdfast.copyReview',
  clear: 'holdfast.clearReview',
};

/** Creates the review panel, which shows the last review of the changes of a folder and follows it. */
export function createReviewPanel({ context, log, store, jobs }: Services): SubjectPanel<ReviewMemory> {
  const panel = new FollowingPanel<ReviewMemory, MessageToReviewPanel, MessageFromReviewPanel>({
    extensionUri: context.extensionUri,
    viewType: 'holdfast.review',
    page: 'review',
    title: l10n.t('Holdfast Review'),
    showOptions: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    messages: messageFromReviewPanelSchema,
    memory: reviewMemorySchema,
    log,
    subscribe: ({ folder }, listener) =>
      store.subscribe((state, previous) => {
        const isSame = findFolder(state, folder)?.jobs?.review === findFolder(previous, folder)?.jobs?.review;
        if (!isSame || state.trusted !== previous.trusted) listener();
      }),
    createContent: (memory) => {
      const folder = findFolder(store.state, memory.folder);
      const { trusted } = store.state;
      const review = folder?.jobs?.review;
      const view =
        review === undefined && memory.view !== undefined
          ? restoreReviewView(memory.view, trusted)
          : createReviewView(review ?? {}, { folderName: folder?.name ?? '', trusted });
      return Promise.resolve({
        title: l10n.t('Review'),
        message: { type: 'show', memory: { folder: memory.folder }, view },
      });
    },
    receive: (message, { folder }) => {
      if (message.type === 'open-location') {
        openLocation(folder, message.location).catch((error: unknown) => void reportFailure(log, error));
      } else if (message.action === 'cancel') {
        void jobs().then((service) => service.cancel(folder, 'review'));
      } else void vscode.commands.executeCommand(ACTION_COMMANDS[message.action], { folder });
    },
  });
  return panel;
}
