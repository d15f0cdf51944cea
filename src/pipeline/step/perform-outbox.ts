import { ForgeError } from '../forge/forge-error.ts';
import type { Forge } from '../forge/forge.ts';
import { projectLabels } from '../state/labels.ts';
import type { ItemSession } from './item-session.ts';
import { performEffect } from './perform-effect.ts';

export interface Worker {
  /** The owner of the lock. */
  readonly owner: string;
  readonly forge: Forge;
  /** Now, as ISO 8601 in UTC. */
  readonly timestamp: () => string;
  /** The age after which a lock without a heartbeat is taken over. */
  readonly heartbeatLimitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Performs all effects of the outbox in order. Each has its intent in the state before it begins and its receipt after it,
 * and ends within a third of the heartbeat limit, so that no other process takes the lock over meanwhile [PIPE-2].
 */
export async function performOutbox(session: ItemSession, worker: Worker): Promise<void> {
  for (let [effect] = session.state.outbox; effect !== undefined; [effect] = session.state.outbox) {
    const signal = AbortSignal.any([worker.signal, AbortSignal.timeout(worker.heartbeatLimitMs / 3)]);
    if (effect.type === 'labels') {
      await setLabels(session, worker, signal);
      continue;
    }
    const mayHaveHappened = effect.intent !== undefined;
    const { key } = effect;
    const intent = { type: 'effect-intended', key, owner: worker.owner, at: worker.timestamp() } as const;
    const state = await session.applyAsOwner(worker.owner, intent);
    let receipt: Awaited<ReturnType<typeof performEffect>>;
    try {
      receipt = await performEffect(effect, { forge: worker.forge, state, mayHaveHappened, signal });
    } catch (thrown) {
      if (effect.type !== 'branch' || effect.subItem === undefined || !isConflict(thrown)) throw thrown;
      await reportForeignChange(session, worker, { ...effect, subItem: effect.subItem });
      continue;
    }
    await session.applyAsOwner(worker.owner, {
      type: 'effect-performed',
      key,
      receipt: { at: worker.timestamp(), ...receipt },
    });
  }
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof ForgeError && thrown.problem === 'conflict';
}

/** A person changed the branch of a sub-item while its result was made. */
async function reportForeignChange(
  session: ItemSession,
  { owner, forge, timestamp, signal }: Worker,
  {
    subItem,
    name,
    expected,
  }: { readonly subItem: string; readonly name: string; readonly expected?: string | undefined },
): Promise<void> {
  const commit = await forge.readBranch(name, signal);
  const event = { type: 'foreign-change', subItem, commit, pushed: expected, at: timestamp() } as const;
  await session.applyAsOwner(owner, event);
}

/** Labels need no intent: setting them twice changes nothing. */
async function setLabels(session: ItemSession, { owner, forge }: Worker, signal: AbortSignal): Promise<void> {
  const { state } = session;
  const labels = projectLabels(state);
  await forge.setLabels(state.item, `${state.policy.labelPrefix}:`, labels, signal);
  await session.applyAsOwner(owner, { type: 'labels-set', labels });
}
