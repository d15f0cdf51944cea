import type { WorkItemCommandId } from '../base/command-ids.ts';
import type { CommandHandler } from '../commands/command-table.ts';
import type { PipelineServices } from './pipeline-services.ts';

/** The handler of every command of work items. */
export const workItemCommandTable: { readonly [Id in WorkItemCommandId]: CommandHandler<PipelineServices> } = {
  'holdfast.newWorkItem': async (services) => (await import('./work-item-commands.ts')).newWorkItem(services),
  'holdfast.refreshWorkItems': async (services) => (await import('./work-item-commands.ts')).refreshWorkItems(services),
  'holdfast.stepWorkItem': async (services, argument) =>
    (await import('./work-item-commands.ts')).stepWorkItem(services, argument),
  'holdfast.runWorkItem': async (services, argument) =>
    (await import('./work-item-commands.ts')).runWorkItem(services, argument),
  'holdfast.approveWorkItem': async (services, argument) =>
    (await import('./work-item-commands.ts')).approveWorkItem(services, argument),
  'holdfast.rejectWorkItem': async (services, argument) =>
    (await import('./work-item-commands.ts')).rejectWorkItem(services, argument),
  'holdfast.restartWorkItem': async (services, argument) =>
    (await import('./work-item-commands.ts')).restartWorkItem(services, argument),
  'holdfast.cancelWorkItem': async (services, argument) =>
    (await import('./work-item-commands.ts')).cancelWorkItem(services, argument),
  'holdfast.showTimeline': async (services, argument) =>
    (await import('./work-item-commands.ts')).showTimeline(services, argument),
  'holdfast.showWorkDocument': async (services, argument) =>
    (await import('./work-item-commands.ts')).showWorkDocument(services, argument),
};
