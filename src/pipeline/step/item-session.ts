import { HoldfastError } from '../../foundation/errors.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import type { AuditLog } from '../state/audit-entry.ts';
import { withAudit, withoutDelivered } from '../audit/with-audit.ts';
import type { ItemEvent } from '../state/item-event.ts';
import { itemStateSchema, type ItemState } from '../state/item-state.ts';
import { StaleStateError, type StateStore } from '../state/state-store.ts';
import { transition } from '../state/transition.ts';

/** Records the events of a session. */
export interface SessionAudit {
  readonly log: AuditLog;
  /** Now, as ISO 8601 in UTC. */
  readonly timestamp: () => string;
}

/**
 * The state of one item during a step. Each change is stored by compare-and-swap before anything follows from it, so a
 * process that lost its lock stops at its next change. Writes wait for each other: attempts that run at the same time, and
 * the heartbeat, change one state.
 */
export class ItemSession {
  readonly #store: StateStore;
  readonly #signal: AbortSignal;
  /** The state with the events that are not stored yet. */
  #state: ItemState;
  #stored: ItemState;
  #version: string;
  readonly #audit: SessionAudit | undefined;
  /** The events of `#state` that are not stored yet. */
  readonly #deferred: ItemEvent[] = [];
  readonly #writes = new SerialQueue();
  /** The sequence number of the last entry that the audit log has for certain. */
  #delivered = 0;

  private constructor(
    {
      store,
      signal,
      audit,
    }: { readonly store: StateStore; readonly signal: AbortSignal; readonly audit?: SessionAudit | undefined },
    state: ItemState,
    version: string,
  ) {
    this.#audit = audit;
    this.#store = store;
    this.#signal = signal;
    this.#state = state;
    this.#stored = state;
    this.#version = version;
  }

  /** Reads the state of an item; undefined if it has none. Without `audit`, events are not recorded. */
  static async open(
    store: StateStore,
    item: string,
    signal: AbortSignal,
    audit?: SessionAudit,
  ): Promise<ItemSession | undefined> {
    const stored = await store.read(item, signal);
    if (stored === undefined) return undefined;
    return new ItemSession({ store, signal, audit }, parseState(item, stored.text), stored.version);
  }

  /** Stores the first state of an item. @throws StaleStateError if it has one already */
  static async create(
    store: StateStore,
    state: ItemState,
    signal: AbortSignal,
    audit?: SessionAudit,
  ): Promise<ItemSession> {
    const version = await store.swap(state.item, undefined, JSON.stringify(state), signal);
    return new ItemSession({ store, signal, audit }, state, version);
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
    this.#state = this.#reduce(this.#state, events);
    this.#deferred.push(...events);
  }

  /**
   * Applies events in one write, with those that were deferred. Does nothing if nothing changes.
   * @throws StaleStateError if another process changed the state
   */
  apply(...events: readonly ItemEvent[]): Promise<ItemState> {
    return this.#writes.add(() => this.#write(events, this.#signal));
  }

  /** Gives the lock up after an error, with a separate signal. @throws StaleStateError if another process has it */
  async unlock(owner: string, signal: AbortSignal): Promise<void> {
    await this.#writes.add(() => this.#write([{ type: 'unlocked', owner }], signal));
  }

  /**
   * Applies events of this process only if it still has the lock.
   * @throws StaleStateError if another process has it
   */
  applyAsOwner(owner: string, ...events: readonly ItemEvent[]): Promise<ItemState> {
    return this.#writes.add(() => {
      if (this.#state.lock?.owner !== owner) throw new StaleStateError(this.#state.item);
      return this.#write(events, this.#signal);
    });
  }

  /**
   * Delivers the entries of stored events to the audit log. They stay in the state until the next write, so a crash in between
   * only delivers them again.
   */
  async deliverAudit(): Promise<void> {
    const pending = this.#stored.audit?.pending.filter(({ sequence }) => sequence > this.#delivered) ?? [];
    const last = pending.at(-1);
    if (this.#audit === undefined || last === undefined) return;
    await this.#audit.log.append(this.#stored.item, pending);
    this.#delivered = last.sequence;
  }

  #reduce(state: ItemState, events: readonly ItemEvent[]): ItemState {
    return events.reduce((current, event) => {
      const { state: next } = transition(current, event);
      return this.#audit === undefined ? next : withAudit(current, next, event, this.#audit.timestamp());
    }, state);
  }

  async #write(events: readonly ItemEvent[], signal: AbortSignal): Promise<ItemState> {
    const changed = this.#reduce(this.#state, events);
    if (changed === this.#stored) return changed;
    const included = this.#deferred.length;
    const next = withoutDelivered(changed, this.#delivered);
    this.#version = await this.#store.swap(next.item, this.#version, JSON.stringify(next), signal);
    this.#deferred.splice(0, included);
    this.#stored = next;
    // Events that were deferred during the write follow what was written.
    this.#state = this.#reduce(next, this.#deferred);
    return this.#state;
  }
}

function parseState(item: string, text: string): ItemState {
  const parsed = itemStateSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new HoldfastError('storage', `Failed to read the state of the item ${item}: it has another format.`, {
    hint: 'Use the version of Holdfast that wrote it, or create the item again.',
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
