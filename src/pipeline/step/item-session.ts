import { HoldfastError } from '../../shared/errors.ts';
import type { ItemEvent } from '../state/item-event.ts';
import { itemStateSchema, type ItemState } from '../state/item-state.ts';
import { StaleStateError, type StateStore } from '../state/state-store.ts';
import { transition } from '../state/transition.ts';

/**
 * The state of one item during a step. Each change is stored by compare-and-swap before anything follows from it, so a
 * process that lost its lock stops at its next change.
 */
export class ItemSession {
  readonly #store: StateStore;
  readonly #signal: AbortSignal;
  /** The state with the events that are not stored yet. */
  #state: ItemState;
  #stored: ItemState;
  #version: string;

  private constructor(store: StateStore, signal: AbortSignal, state: ItemState, version: string) {
    this.#store = store;
    this.#signal = signal;
    this.#state = state;
    this.#stored = state;
    this.#version = version;
  }

  /** Reads the state of an item; undefined if it has none. */
  static async open(store: StateStore, item: string, signal: AbortSignal): Promise<ItemSession | undefined> {
    const stored = await store.read(item, signal);
    if (stored === undefined) return undefined;
    return new ItemSession(store, signal, parseState(item, stored.text), stored.version);
  }

  /** Stores the first state of an item. @throws StaleStateError if it has one already */
  static async create(store: StateStore, state: ItemState, signal: AbortSignal): Promise<ItemSession> {
    const version = await store.swap(state.item, undefined, JSON.stringify(state), signal);
    return new ItemSession(store, signal, state, version);
  }

  get state(): ItemState {
    return this.#state;
  }

  /** The state that this process wrote or read last. */
  get stored(): ItemState {
    return this.#stored;
  }

  /**
   * Applies events, and stores them with the next write. Only for what can be lost: a lock before the first effect, or a
   * receipt, whose object is found by its marker.
   */
  defer(...events: readonly ItemEvent[]): void {
    this.#state = reduce(this.#state, events);
  }

  /**
   * Applies events in one write, with those that were deferred. Does nothing if nothing changes.
   * @throws StaleStateError if another process changed the state
   */
  apply(...events: readonly ItemEvent[]): Promise<ItemState> {
    return this.#write(reduce(this.#state, events), this.#signal);
  }

  /** Gives the lock up after an error, with a separate signal. @throws StaleStateError if another process has it */
  async unlock(owner: string, signal: AbortSignal): Promise<void> {
    await this.#write(reduce(this.#state, [{ type: 'unlocked', owner }]), signal);
  }

  /**
   * Applies events of this process only if it still has the lock.
   * @throws StaleStateError if another process has it
   */
  async applyAsOwner(owner: string, ...events: readonly ItemEvent[]): Promise<ItemState> {
    if (this.#state.lock?.owner !== owner) throw new StaleStateError(this.#state.item);
    return this.apply(...events);
  }

  async #write(next: ItemState, signal: AbortSignal): Promise<ItemState> {
    if (next === this.#stored) return next;
    this.#version = await this.#store.swap(next.item, this.#version, JSON.stringify(next), signal);
    this.#state = this.#stored = next;
    return next;
  }
}

function reduce(state: ItemState, events: readonly ItemEvent[]): ItemState {
  return events.reduce((current, event) => transition(current, event).state, state);
}

function parseState(item: string, text: string): ItemState {
  const parsed = itemStateSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new HoldfastError('storage', `Failed to read the state of the item ${item}: it has another format.`, {
    hint: 'Use the version of Holdfast that wrote it, or restart the item.',
    cause: parsed.error,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
