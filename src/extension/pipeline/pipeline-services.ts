import type { ExtensionServices } from '../services/extension-services.ts';
import type { FolderPipelines } from './folder-pipelines.ts';
import type { TimelinePanel } from './timeline-panel.ts';
import type { WorkItemController } from './work-item-controller.ts';
import type { WorkItemStore } from './work-item-store.ts';

/** The services of the extension, with those of the pipeline. */
export interface PipelineServices extends Omit<ExtensionServices, 'store'> {
  readonly store: WorkItemStore;
  readonly pipelines: Pick<FolderPipelines, 'get'>;
  // Both are loaded on first use, to keep activation short.
  readonly workItems: () => Promise<WorkItemController>;
  readonly timelinePanel: () => Promise<TimelinePanel>;
}
