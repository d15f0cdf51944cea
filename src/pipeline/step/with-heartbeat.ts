import { StaleStateError } from '../state/state-store.ts';
import type { ItemSession } from './item-session.ts';
import type { Worker } from './perform-outbox.ts';

/** Heartbeats per limit, so that one that fails does not let the lock expire. */
const BEATS_PER_LIMIT = 4;

/**
 * Runs work that can take longer than the heartbeat limit, and extends the heartbeat of its owner meanwhile. If another
 * process has taken the lock over, the work is aborted.
 *
 * @throws StaleStateError if another process has the lock
 */
export async function withHeartbeat<Result>(
  session: ItemSession,
  { owner, heartbeatLimitMs, timestamp, signal }: Worker,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let stale: StaleStateError | undefined;
  let beating: Promise<void> = Promise.resolve();
  const beat = async (): Promise<void> => {
    try {
      await session.applyAsOwner(owner, { type: 'heartbeat', owner, at: timestamp() });
    } catch (thrown) {
      // Another failure, such as a forge that is away, is repeated by the next heartbeat.
      if (!(thrown instanceof StaleStateError)) return;
      stale = thrown;
      lost.abort(thrown);
    }
  };
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, heartbeatLimitMs / BEATS_PER_LIMIT);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } catch (thrown) {
    throw stale ?? thrown;
  } finally {
    clearInterval(timer);
    await beating;
  }
}
