import * as vscode from 'vscode';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { registerCommands } from '../commands/command-table.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { registerPanel } from '../webviews/register-panel.ts';
import { FolderPipelines } from './folder-pipelines.ts';
import type { PipelineServices } from './pipeline-services.ts';
import { workItemCommandTable } from './work-item-command-table.ts';
import { WorkItemStore } from './work-item-store.ts';
import { registerWorkItems } from './work-items-contribution.ts';

/** Adds the pipeline to the editor: its commands, the view of work items with their documents, and the timeline panel. */
export function registerPipeline(services: ExtensionServices): vscode.Disposable {
  const { log, readers } = services;
  const store = new WorkItemStore(services.store, (error) =>
    log.error('Failed to update a view after a state change', error),
  );
  const own: PipelineServices = {
    ...services,
    store,
    pipelines: new FolderPipelines(services.engines),
    workItems: memoizeUntilFailure(async () => (await import('./create-work-items.ts')).createWorkItems(own)),
    timelinePanel: memoizeUntilFailure(async () => new (await import('./timeline-panel.ts')).TimelinePanel(own)),
  };
  const read = async (folder: string): Promise<void> => (await own.workItems()).refresh(folder, 'change');
  readers.add(read);
  return vscode.Disposable.from(
    store,
    { dispose: () => readers.delete(read) },
    ...registerCommands(workItemCommandTable, own, vscode.commands.registerCommand),
    registerWorkItems(own),
    registerPanel('holdfast.timeline', own.timelinePanel),
  );
}
