import { isRunLabel, labelNames } from '../state/labels.ts';
import type { ItemState } from '../state/item-state.ts';
import type { StateStore } from '../state/state-store.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { PipelineProblem, WorkItem } from './pipeline-types.ts';
import type { BaseConfiguration } from './base-configuration.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { isPipelineProblem, toProblem } from './pipeline-problem.ts';
import { readState } from './stored-state.ts';
import { listSubIssues, toWorkItem } from './work-item.ts';

/**
 * The open items with the run label or a state, oldest first; with `all`, the others too. One item whose state cannot be
 * read does not hide the others.
 */
export async function listWorkItems(
  { forge, store, base }: Pick<PipelineParts, 'forge' | 'store' | 'base'>,
  { all, signal }: { readonly all: boolean; readonly signal: AbortSignal },
): Promise<readonly WorkItem[]> {
  const isStarted = await createRunCheck(base, signal);
  const stored = new Set(await store.list(signal));
  const found = await forge.listItems(all ? {} : { open: true }, signal);
  const items: WorkItem[] = [];
  const parents = new Map<string, string>();
  for (const item of found) {
    const hasState = stored.has(item.id);
    if (!all && !hasState && !isStarted(item.labels)) continue;
    const { state, problem } = hasState ? await tryReadState(store, item.id, signal) : {};
    for (const subIssue of state === undefined ? [] : listSubIssues(state)) parents.set(subIssue, item.id);
    items.push({ ...toWorkItem(item, state), ...(problem === undefined ? {} : { problem }) });
  }
  return items.map((item) => (parents.has(item.id) ? { ...item, parent: parents.get(item.id) } : item));
}

/** Whether labels contain the run label. Its prefix is unknown while the configuration cannot be read. */
async function createRunCheck(
  base: Pick<BaseConfiguration, 'readLabelPrefix'>,
  signal: AbortSignal,
): Promise<(labels: readonly string[]) => boolean> {
  try {
    const { run } = labelNames(await base.readLabelPrefix(signal));
    return (labels) => labels.includes(run);
  } catch (thrown) {
    if (!isPipelineProblem(thrown)) throw thrown;
    return (labels) => labels.some(isRunLabel);
  }
}

async function tryReadState(
  store: StateStore,
  item: string,
  signal: AbortSignal,
): Promise<{ readonly state?: ItemState | undefined; readonly problem?: PipelineProblem }> {
  try {
    return { state: await readState(store, item, signal) };
  } catch (thrown) {
    // A forge that is away, or a cancellation, concerns all items.
    if (!(thrown instanceof HoldfastError) || thrown.retryable || thrown.code === 'cancelled') throw thrown;
    return { problem: toProblem(thrown) };
  }
}
