import type { Pipeline, StepReport, WorkItem, WorkItemDetails, WorkItemProgress } from '../../../../src/pipeline.ts';
import type { WorkItemsState } from '../../../../src/extension/pipeline/work-items.ts';
import { HoldfastError } from '../../../../src/foundation/errors.ts';

const started: WorkItemProgress = {
  stage: 'architecture',
  round: 1,
  status: 'active',
  isLabelConflict: false,
  isProcessing: false,
  costUsd: 0.25,
  decisions: [],
};

/** Progress of an item whose specification waits for a person. */
export const waitingForApproval: Partial<WorkItemProgress> = {
  status: 'waiting',
  decisions: [{ stage: 'architecture', hash: 'a1b2c3d4e5', pullRequest: 7 }],
};

/** An item in the pipeline; without `progress`, one that has not entered it. */
export function createWorkItem(id: string, progress?: Partial<WorkItemProgress>): WorkItem {
  return {
    id,
    title: `Item ${id}`,
    isOpen: true,
    labels: ['holdfast:run'],
    ...(progress === undefined ? {} : { progress: { ...started, ...progress } }),
  };
}

export function createDetails(item: WorkItem, over: Partial<WorkItemDetails> = {}): WorkItemDetails {
  return { ...item, body: '', safety: [], subItems: [], cost: [], timeline: [], answers: [], ...over };
}

export function listed(items: readonly WorkItem[], revision = 1): WorkItemsState {
  return { kind: 'listed', forge: 'local', items, revision };
}

/** A pipeline with given items that performs the given steps. Everything else fails. */
export function createFakePipeline(over: {
  readonly forge?: Pipeline['forge'];
  readonly items?: () => readonly WorkItem[];
  readonly steps?: StepReport[];
}): Pipeline {
  const never = (): Promise<never> => Promise.reject(new HoldfastError('internal', 'Not part of this test'));
  return {
    forge: over.forge ?? 'local',
    problem: () => Promise.resolve(undefined),
    items: () => Promise.resolve(over.items?.() ?? []),
    item: never,
    step: () => Promise.resolve(over.steps?.shift() ?? { outcome: 'nothing', summary: 'Nothing to do.' }),
    createItem: never,
    requestRun: never,
    setOpen: never,
    editItem: never,
    commentOnItem: never,
    approve: never,
    reject: never,
    restart: never,
    cancel: never,
    pullRequests: never,
    pullRequest: never,
    comment: never,
    review: never,
    writersComments: never,
    closePullRequest: never,
    audit: never,
  };
}
