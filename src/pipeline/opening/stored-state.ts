import type { ItemState } from '../state/item-state.ts';
import type { StateStore } from '../state/state-store.ts';
import { ItemSession } from '../step/item-session.ts';
import { HoldfastError } from '../../foundation/errors.ts';

/** The state of an item; undefined if it never entered the pipeline. */
export async function readState(store: StateStore, item: string, signal: AbortSignal): Promise<ItemState | undefined> {
  return (await ItemSession.open(store, item, signal))?.state;
}

/** @throws HoldfastError `not-found` if the item never entered the pipeline */
export async function requireState(store: StateStore, item: string, signal: AbortSignal): Promise<ItemState> {
  const state = await readState(store, item, signal);
  if (state !== undefined) return state;
  throw new HoldfastError('not-found', `The item ${item} has not entered the pipeline.`, {
    hint: `Start it with "holdfast item run ${item}", then perform its steps with "holdfast step ${item}".`,
  });
}
