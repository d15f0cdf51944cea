/** The transitions of the work itself: locks, money and effects. */
import { withComment, withFailure, withLabels, without } from './changes.ts';
import type { Effect } from './effect.ts';
import type { EventOf } from './item-event.ts';
import type { ItemState } from './item-state.ts';

/** Takes the lock. A takeover is reported on the item, and the labels are set again: the earlier owner may have set others. */
export function lock(state: ItemState, { lock: taken, takeover }: EventOf<'locked'>): ItemState {
  const locked = { ...state, lock: taken };
  if (takeover === undefined) return locked;
  const { from, because } = takeover;
  const run = from.workflowRun === undefined ? '' : ` of the workflow run ${from.workflowRun}`;
  const reason =
    because === 'owner-ended'
      ? 'That process has ended.'
      : `Its last sign of life was at ${from.heartbeatAt}. If it continues, its results are discarded.`;
  const body = `The work of the process ${from.pid} on ${from.host}${run} was taken over. ${reason} Nothing that was stored is lost.`;
  return withLabels(withComment(locked, state.stage, 'takeover', body));
}

export function beat(state: ItemState, { owner, at }: EventOf<'heartbeat'>): ItemState {
  return state.lock?.owner === owner ? { ...state, lock: { ...state.lock, heartbeatAt: at } } : state;
}

export function unlock(state: ItemState, { owner }: EventOf<'unlocked'>): ItemState {
  if (state.lock?.owner !== owner) return state;
  return without(state, 'lock');
}

/**
 * Reserves the most that an execution can cost, before it starts. The reservation of one that runs is replaced: its share of
 * the budget changes when another one starts or ends.
 */
export function reserve(state: ItemState, { id, stage, subItem, usd }: EventOf<'reserved'>): ItemState {
  if (state.spending.some((entry) => entry.id === id)) {
    const spending = state.spending.map((entry) => (entry.id === id ? { ...entry, reservedUsd: usd } : entry));
    return { ...state, spending };
  }
  const entry = { id, stage, ...(subItem === undefined ? {} : { subItem }), round: state.round, reservedUsd: usd };
  return { ...state, spending: [...state.spending, entry] };
}

export function settle(state: ItemState, { id, usd }: EventOf<'settled'>): ItemState {
  return {
    ...state,
    spending: state.spending.map((entry) => (entry.id === id ? { ...entry, settledUsd: usd } : entry)),
  };
}

/** Says that an effect begins, and extends the heartbeat of its owner. */
export function intend(state: ItemState, { key, owner, at }: EventOf<'effect-intended'>): ItemState {
  const outbox = state.outbox.map((effect) => (effect.key === key ? { ...effect, intent: { owner, at } } : effect));
  return beat({ ...state, outbox }, { type: 'heartbeat', owner, at });
}

export function receive(state: ItemState, { key, receipt }: EventOf<'effect-performed'>): ItemState {
  const outbox = state.outbox.filter((effect) => effect.key !== key);
  return { ...state, outbox, receipts: { ...state.receipts, [key]: receipt } };
}

/** Stops at an effect that the forge refuses. The effects after it wait too, except comments and labels. */
export function block(state: ItemState, { key, failure }: EventOf<'effect-blocked'>): ItemState {
  const outbox = state.outbox.map((effect) => (effect.key === key ? { ...effect, isBlocked: true as const } : effect));
  return withFailure({ ...state, outbox }, failure);
}

/** The effect to perform next, apart from the labels. While one is blocked, only comments are performed. */
export function nextEffect({ outbox }: Pick<ItemState, 'outbox'>): Exclude<Effect, { type: 'labels' }> | undefined {
  const isStopped = outbox.some(({ isBlocked }) => isBlocked === true);
  for (const effect of outbox) {
    if (effect.type !== 'labels' && (!isStopped || effect.type === 'comment')) return effect;
  }
  return undefined;
}

/** Says which labels are going to be set. Until `labels-set`, the forge may have some of them. */
export function intendLabels(state: ItemState, { labels, owner, at }: EventOf<'labels-intended'>): ItemState {
  const changed = [
    ...labels.filter((label) => !state.labels.includes(label)),
    ...state.labels.filter((label) => !labels.includes(label)),
  ];
  const unsettledLabels = [...new Set([...(state.unsettledLabels ?? []), ...changed])];
  return beat({ ...state, unsettledLabels }, { type: 'heartbeat', owner, at });
}

/** The labels that were set are the receipt: they can be set twice without harm [ASSERT-IDEM-003]. */
export function setLabels(state: ItemState, { labels }: EventOf<'labels-set'>): ItemState {
  const outbox = state.outbox.filter(({ type }) => type !== 'labels');
  return { ...without(state, 'unsettledLabels'), labels: [...labels], outbox };
}
