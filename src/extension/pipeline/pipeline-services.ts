import type { Pipeline, StepReport, WorkItemDetails } from '../../pipeline.ts';
import type { TimelineMemory } from '../../webview/pipeline/protocol/timeline-messages.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { RestorablePanel } from '../services/feature-services.ts';
import type { FolderPipelines } from './folder-pipelines.ts';
import type { WorkItemStore } from './work-item-store.ts';
import type { WorkItemTarget } from './work-items.ts';

/** The services of the extension, with those of the pipeline. */
export interface PipelineServices extends Omit<ExtensionServices, 'store'> {
  readonly store: WorkItemStore;
  readonly pipelines: Pick<FolderPipelines, 'get'>;
  // Both are loaded on first use, to keep activation short.
  readonly workItems: () => Promise<WorkItemService>;
  readonly timelinePanel: () => Promise<TimelinePanelService>;
}

/**
 * Work items and their way to pull requests. Methods that change something throw `untrusted` in an untrusted workspace, and
 * sign in to GitHub if necessary.
 */
export interface WorkItemService {
  /** The pipeline of a folder, for something that the person started. */
  open(folder: string): Promise<Pipeline>;
  details(target: WorkItemTarget): Promise<WorkItemDetails>;
  /**
   * Reads the items of a folder into the store, and notifies the person about decisions that wait. After a `change` on disk,
   * no server is called.
   */
  refresh(folder: string, cause?: 'person' | 'change'): Promise<void>;
  /**
   * Performs steps of an item until it waits, or one. Returns the last report, or `undefined` if this window already works
   * on the item.
   */
  run(target: WorkItemTarget, options: { readonly once: boolean }): Promise<StepReport | undefined>;
  approve(target: WorkItemTarget): Promise<void>;
  reject(target: WorkItemTarget, reason: string): Promise<void>;
  restart(target: WorkItemTarget): Promise<void>;
  cancel(target: WorkItemTarget): Promise<void>;
  /** Creates an item with the label that puts it into the pipeline. */
  create(folder: string, item: { readonly title: string; readonly body: string }): Promise<WorkItemTarget>;
}

export interface TimelinePanelService extends RestorablePanel {
  show(memory: TimelineMemory): void;
}
