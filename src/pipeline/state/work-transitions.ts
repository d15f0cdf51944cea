/** The transitions of the work itself: locks, money and effects. */
import { without } from './changes.ts';
import type { EventOf } from './item-event.ts';
import type { ItemState } from './item-state.ts';

export function lock(state: ItemState, event: EventOf<'locked'>): ItemState {
  return { ...state, lock: event.lock };
}

export function beat(state: ItemState, { owner, at }: EventOf<'heartbeat'>): ItemState {
  return state.lock?.owner === owner ? { ...state, lock: { ...state.lock, heartbeatAt: at } } : state;
}

export function unlock(state: ItemState, { owner }: EventOf<'unlocked'>): ItemState {
  if (state.lock?.owner !== owner) return state;
  return without(state, 'lock');
}

/** Reserves the most that an execution can cost, before it starts. */
export function reserve(state: ItemState, { id, stage, subItem, usd }: EventOf<'reserved'>): ItemState {
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

/** Labels are set as often as needed, so they leave no receipt [ASSERT-IDEM-003]. */
export function setLabels(state: ItemState, { labels }: EventOf<'labels-set'>): ItemState {
  return { ...state, labels: [...labels], outbox: state.outbox.filter(({ type }) => type !== 'labels') };
}
