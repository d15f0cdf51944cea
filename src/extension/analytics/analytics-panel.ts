import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatAnalyticsCsv } from '../../engine.ts';
import {
  analyticsMemorySchema,
  messageFromAnalyticsPanelSchema,
  type AnalyticsMemory,
  type MessageFromAnalyticsPanel,
  type MessageToAnalyticsPanel,
} from '../../webview/protocol/analytics-messages.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { FollowingPanel } from '../webviews/following-panel.ts';
import type { SubjectPanel } from '../webviews/register-panel.ts';
import { createAnalyticsView, toEngineFilter } from './analytics-view.ts';

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'log' | 'store'>;

/** Creates the analytics panel, which shows how the runs of a folder went. It is updated when a run ends. */
export function createAnalyticsPanel(services: Services): SubjectPanel<AnalyticsMemory> {
  const { context, engines, log, store } = services;
  const panel = new FollowingPanel<AnalyticsMemory, MessageToAnalyticsPanel, MessageFromAnalyticsPanel>({
    extensionUri: context.extensionUri,
    viewType: 'holdfast.analytics',
    page: 'analytics',
    title: l10n.t('Holdfast Analytics'),
    showOptions: { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
    messages: messageFromAnalyticsPanelSchema,
    memory: analyticsMemorySchema,
    log,
    subscribe: ({ folder }, listener) =>
      store.subscribe((state, previous) => {
        if (findFolder(state, folder)?.run?.kind !== findFolder(previous, folder)?.run?.kind) listener();
      }),
    createContent: async (memory) => {
      const engine = await engines.get(memory.folder);
      const report = await engine.history.analytics(toEngineFilter(memory.filter, new Date()));
      return { title: l10n.t('Analytics'), message: { type: 'show', memory, view: createAnalyticsView(report) } };
    },
    receive: (message, memory) => {
      switch (message.type) {
        case 'filter':
          panel.show({ ...memory, filter: message.filter });
          return;
        case 'export':
          exportReport(services, memory, message.format).catch((error: unknown) => void reportFailure(log, error));
          return;
        case 'run-chunk':
          void vscode.commands.executeCommand('holdfast.runChunk');
          return;
      }
    },
  });
  return panel;
}

/** Writes the report with the panel's filter to a file that the person selects. */
async function exportReport(
  { engines }: Pick<Services, 'engines'>,
  { folder, filter }: AnalyticsMemory,
  format: 'csv' | 'json',
): Promise<void> {
  const report = await (await engines.get(folder)).history.analytics(toEngineFilter(filter, new Date()));
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(folder), `holdfast-analytics.${format}`),
    filters: format === 'csv' ? { CSV: ['csv'] } : { JSON: ['json'] },
    title: format === 'csv' ? l10n.t('Export as CSV') : l10n.t('Export as JSON'),
  });
  if (!file) return;
  const text = format === 'csv' ? formatAnalyticsCsv(report) : `${JSON.stringify(report, null, 2)}\n`;
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  vscode.window.setStatusBarMessage(l10n.t('Holdfast: exported to {0}', vscode.workspace.asRelativePath(file)), 5_000);
}
