import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  messageFromScenariosPanelSchema,
  scenariosMemorySchema,
  type MessageFromScenariosPanel,
  type MessageToScenariosPanel,
  type ScenariosMemory,
} from '../../webview/protocol/scenarios-messages.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { FollowingPanel } from '../webviews/following-panel.ts';
import type { SubjectPanel } from '../webviews/register-panel.ts';
import { openLocation } from '../webviews/open-location.ts';
import { createScenariosView } from './scenarios-view.ts';

type Services = Pick<ExtensionServices, 'context' | 'engines' | 'log' | 'store' | 'jobs'>;

/** Creates the scenarios panel, which shows the last scenario validation of a folder and follows it. */
export function createScenariosPanel({ context, engines, log, store, jobs }: Services): SubjectPanel<ScenariosMemory> {
  return new FollowingPanel<ScenariosMemory, MessageToScenariosPanel, MessageFromScenariosPanel>({
    extensionUri: context.extensionUri,
    viewType: 'holdfast.scenarios',
    page: 'scenarios',
    title: l10n.t('Holdfast Scenarios'),
    showOptions: { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    messages: messageFromScenariosPanelSchema,
    memory: scenariosMemorySchema,
    log,
    subscribe: ({ folder }, listener) =>
      store.subscribe((state, previous) => {
        const isSame = findFolder(state, folder)?.jobs?.scenarios === findFolder(previous, folder)?.jobs?.scenarios;
        if (!isSame || state.trusted !== previous.trusted) listener();
      }),
    createContent: async (memory) => {
      const folder = findFolder(store.state, memory.folder);
      const job = folder?.jobs?.scenarios;
      // In a new window, the history has the last result.
      const recorded = job ? undefined : (await (await engines.get(memory.folder)).scenarios.results(1))[0];
      const view = createScenariosView(job ?? { result: recorded?.report }, {
        folderName: folder?.name ?? '',
        trusted: store.state.trusted,
        recordedAt: recorded?.createdAt,
      });
      return { title: l10n.t('Scenarios'), message: { type: 'show', memory, view } };
    },
    receive: (message, { folder }) => {
      if (message.type === 'open-location') {
        openLocation(folder, message.location).catch((error: unknown) => void reportFailure(log, error));
      } else if (message.action === 'cancel') {
        void jobs().then((service) => service.cancel(folder, 'scenarios'));
      } else {
        const command = message.action === 'run' ? 'holdfast.runScenarios' : 'holdfast.copyScenarioResults';
        void vscode.commands.executeCommand(command, { folder });
      }
    },
  });
}
