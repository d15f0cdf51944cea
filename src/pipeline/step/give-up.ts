import type { Forge } from '../forge/forge.ts';
import { StaleStateError, type StateStore } from '../state/state-store.ts';
import { findPerformed, isCreating } from './find-performed.ts';
import { ItemSession } from './item-session.ts';
import type { Worker } from './perform-outbox.ts';

/**
 * Leaves an item after an error, so that the next step continues at once. A process that lost its lock removes what it may
 * have created a second time [PIPE-2].
 */
export async function giveUp(
  session: ItemSession,
  { owner, forge, heartbeatLimitMs }: Worker,
  { thrown, store }: { readonly thrown: unknown; readonly store: StateStore },
): Promise<void> {
  if (session.stored.lock?.owner !== owner) return;
  // The signal of the step may be aborted already.
  const signal = AbortSignal.timeout(heartbeatLimitMs / 3);
  try {
    if (thrown instanceof StaleStateError) await removeDuplicates(session, owner, { forge, store, signal });
    else await session.unlock(owner, signal);
  } catch {
    // The error of the step is reported. The lock is taken over when its owner has ended.
  }
}

async function removeDuplicates(
  { stored }: ItemSession,
  owner: string,
  { forge, store, signal }: { readonly forge: Forge; readonly store: StateStore; readonly signal: AbortSignal },
): Promise<void> {
  for (const effect of stored.outbox) {
    if (effect.intent?.owner !== owner || !isCreating(effect)) continue;
    await findPerformed(effect, { forge, state: stored, signal });
  }
  if (stored.unsettledLabels === undefined) return;
  const current = (await ItemSession.open(store, stored.item, signal))?.state;
  // A process that has the lock sets the labels itself.
  if (current === undefined || current.lock !== undefined || current.isLabelConflict === true) return;
  await forge.setLabels(current.item, `${current.policy.labelPrefix}:`, current.labels, signal);
}
