import { randomUUID } from 'node:crypto';
import type { ItemEvent } from '../state/item-event.ts';
import type { ItemState } from '../state/item-state.ts';
import { auditFacts } from './audit-event.ts';

/**
 * Adds the entries of an event to the state that follows from it. Both are stored in one write, so an entry exists exactly if
 * its event was applied.
 *
 * @param now ISO 8601, UTC
 */
export function withAudit(before: ItemState, after: ItemState, event: ItemEvent, now: string): ItemState {
  if (after === before) return after;
  const { sequence = 0, pending = [] } = after.audit ?? {};
  const entries = auditFacts(before, after, event, now).map((fact, index) => ({
    ...fact,
    id: randomUUID(),
    sequence: sequence + index + 1,
    round: after.round,
  }));
  if (entries.length === 0) return after;
  return { ...after, audit: { sequence: sequence + entries.length, pending: [...pending, ...entries] } };
}

/** Removes the entries up to a sequence number, which are in the audit log. */
export function withoutDelivered(state: ItemState, delivered: number): ItemState {
  if (!state.audit?.pending.some(({ sequence }) => sequence <= delivered)) return state;
  const pending = state.audit.pending.filter(({ sequence }) => sequence > delivered);
  return { ...state, audit: { ...state.audit, pending } };
}
