import * as z from 'zod';

/** Who works on an item. The lock is a part of the state, so only one process can take it. */
export const lockSchema = z.object({
  /** Random, so that two processes are never taken for each other. */
  owner: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Identifies the process beyond its id, which the system reuses. */
  processToken: z.string(),
  /** The workflow run that the process belongs to, on a forge's runner. */
  workflowRun: z.string().optional(),
  takenAt: z.string(),
  heartbeatAt: z.string(),
});

export type Lock = z.infer<typeof lockSchema>;

/** Whether the owner of a lock is known to have ended: its process, or its workflow run. Undefined if that is unknown. */
export type HasOwnerEnded = (lock: Lock) => Promise<boolean | undefined>;

/** Why a lock of another process is taken over, and whose it was. */
export interface LockTakeover {
  readonly from: Lock;
  readonly because: 'owner-ended' | 'heartbeat-expired';
}

export type LockVerdict = 'free' | 'own' | 'foreign' | 'owner-ended' | 'heartbeat-expired';

/**
 * Whether a process may take a lock. A foreign lock is taken over only if its owner is known to have ended, or if its
 * heartbeat is older than the limit.
 */
export async function judgeLock(
  lock: Lock | undefined,
  self: { readonly owner: string; readonly now: number; readonly heartbeatLimitMs: number },
  hasOwnerEnded: HasOwnerEnded,
): Promise<LockVerdict> {
  if (lock === undefined) return 'free';
  if (lock.owner === self.owner) return 'own';
  if ((await hasOwnerEnded(lock)) === true) return 'owner-ended';
  return self.now - Date.parse(lock.heartbeatAt) > self.heartbeatLimitMs ? 'heartbeat-expired' : 'foreign';
}
