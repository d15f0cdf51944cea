import type { ItemState } from './item-state.ts';

/** The names of the labels with a prefix. They show the state; the state decides. */
export function labelNames(prefix: string) {
  return {
    run: `${prefix}:run`,
    processing: `${prefix}:processing`,
    awaitingReview: `${prefix}:awaiting-review`,
    failed: `${prefix}:stage:failed`,
    stage: (stage: string): string => `${prefix}:stage:${stage}`,
  };
}

/** Whether a label is the run label of any prefix, for when the configuration cannot be read. */
export function isRunLabel(label: string): boolean {
  return label.endsWith(labelNames('').run);
}

/** The labels that an item must have, sorted. */
export function projectLabels({
  status,
  stage,
  lock,
  policy,
}: Pick<ItemState, 'status' | 'stage' | 'lock' | 'policy'>): readonly string[] {
  const names = labelNames(policy.labelPrefix);
  if (status === 'cancelled' || status === 'finished') return [];
  // Without the run label, it can be added to resume the item.
  const labels = status === 'failed' ? [names.failed] : [names.run, names.stage(stage)];
  if (status === 'waiting') labels.push(names.awaitingReview);
  if (lock !== undefined) labels.push(names.processing);
  return labels.sort();
}

export type LabelObservation =
  | 'unchanged'
  /** The run label was removed. */
  | 'cancelled'
  /** The run label was added to a failed item. */
  | 'resumed'
  /** The run label was added to a cancelled item. */
  | 'restarted'
  /** A person marked the item as being processed. */
  | 'processing-by-person'
  | 'changed';

/** What people did to the labels since they were set last [PIPE-1]. */
export function observeLabels(
  { labels, unsettledLabels = [], status, policy }: Pick<ItemState, 'labels' | 'unsettledLabels' | 'status' | 'policy'>,
  found: readonly string[],
): LabelObservation {
  const names = labelNames(policy.labelPrefix);
  const own = found.filter((label) => label.startsWith(`${policy.labelPrefix}:`));
  // A process may have been killed while it set these.
  const isSettled = (label: string): boolean => !unsettledLabels.includes(label);
  const added = own.filter((label) => isSettled(label) && !labels.includes(label));
  const removed = labels.filter((label) => isSettled(label) && !own.includes(label));
  if (removed.includes(names.run)) return 'cancelled';
  if (added.includes(names.processing)) return 'processing-by-person';
  if (status === 'failed' && added.includes(names.run)) return 'resumed';
  if (status === 'cancelled' && added.includes(names.run)) return 'restarted';
  // A label of a process that died in between is set again, not reported.
  const changed = [...added, ...removed].filter((label) => label !== names.processing && label !== names.run);
  return changed.length === 0 ? 'unchanged' : 'changed';
}
