import { systemClock, type Clock } from '../../foundation/clock.ts';
import { ForgeError } from '../forge/forge-error.ts';
import type { Forge } from '../forge/forge.ts';
import type { Effect } from '../state/effect.ts';
import type { Failure } from '../state/item-state.ts';
import { projectLabels } from '../state/labels.ts';
import { nextEffect } from '../state/work-transitions.ts';
import type { ItemSession } from './item-session.ts';
import { performEffect } from './perform-effect.ts';

export interface Worker {
  /** The owner of the lock. */
  readonly owner: string;
  readonly forge: Forge;
  /** Now, as ISO 8601 in UTC. */
  readonly timestamp: () => string;
  /** The timers that limit effects. Default: those of the system. */
  readonly clock?: Clock | undefined;
  /** The age after which a lock without a heartbeat is taken over. */
  readonly heartbeatLimitMs: number;
  /** The workspace folder relative to the top level of the repository. Default: the top level. */
  readonly prefix?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Performs all effects of the outbox in order, except the labels. Each has its intent in the state before it begins and its
 * receipt after it, and ends within a third of the heartbeat limit, so that no other process takes the lock over
 * meanwhile [PIPE-2]. The last receipt is stored with the next write.
 */
export async function performOutbox(session: ItemSession, worker: Worker): Promise<void> {
  const { owner, forge, timestamp } = worker;
  for (let effect = nextEffect(session.state); effect !== undefined; effect = nextEffect(session.state)) {
    const { key } = effect;
    const mayHaveHappened = effect.intent !== undefined;
    const state = await session.applyAsOwner(owner, { type: 'effect-intended', key, owner, at: timestamp() });
    const planned = effect;
    try {
      const receipt = await limitTime(worker, describeEffect(planned), (signal) =>
        performEffect(planned, { forge, state, mayHaveHappened, prefix: worker.prefix ?? '', signal }),
      );
      session.defer({ type: 'effect-performed', key, receipt: { at: timestamp(), ...receipt } });
    } catch (thrown) {
      if (planned.type === 'branch' && planned.subItem !== undefined && isConflict(thrown)) {
        await reportForeignChange(session, worker, { ...planned, subItem: planned.subItem });
        continue;
      }
      const failure = toFailure(planned, thrown, timestamp());
      if (failure === undefined) throw thrown;
      await session.applyAsOwner(owner, { type: 'effect-blocked', key, failure });
    }
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

/** Sets the labels that the state projects, unless they are set. */
export async function setLabels(
  session: ItemSession,
  worker: Worker,
  labels: readonly string[] = projectLabels(session.state),
): Promise<void> {
  const { state } = session;
  const isSet = state.unsettledLabels === undefined && [...state.labels].sort().join() === [...labels].sort().join();
  if (isSet) {
    if (state.outbox.some(({ type }) => type === 'labels')) session.defer({ type: 'labels-set', labels });
    return;
  }
  const { owner, forge, timestamp } = worker;
  await session.applyAsOwner(owner, { type: 'labels-intended', labels, owner, at: timestamp() });
  await limitTime(worker, 'set the labels', (signal) =>
    forge.setLabels(state.item, `${state.policy.labelPrefix}:`, labels, signal),
  );
  session.defer({ type: 'labels-set', labels });
}

/**
 * Runs a call to the forge that must end before another process may take the lock over.
 *
 * @throws ForgeError `unavailable` if it does not end in time: it may have happened
 */
async function limitTime<Result>(
  { heartbeatLimitMs, signal, clock = systemClock }: Worker,
  action: string,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  const milliseconds = heartbeatLimitMs / 3;
  const stop = clock.after(milliseconds, () => {
    timeout.abort();
  });
  try {
    return await call(AbortSignal.any([signal, timeout.signal]));
  } catch (thrown) {
    if (!timeout.signal.aborted || signal.aborted) throw thrown;
    throw new ForgeError('unavailable', `Failed to ${action}: the forge did not answer in ${milliseconds / 1000} s`, {
      hint: 'Nothing is lost: the next step continues. Try again later.',
      cause: thrown,
    });
  } finally {
    stop();
  }
}

/** What a refused effect means for the item; undefined if a later step may succeed, or the token is the reason. */
function toFailure(effect: Effect, thrown: unknown, at: string): Failure | undefined {
  if (!(thrown instanceof ForgeError) || effect.type === 'comment') return undefined;
  const { problem, hint } = thrown;
  if (problem !== 'conflict' && problem !== 'branch-in-use' && problem !== 'invalid') return undefined;
  return {
    stage: effect.stage,
    ...('subItem' in effect && effect.subItem !== undefined ? { subItem: effect.subItem } : {}),
    reason: problem === 'invalid' ? 'error' : 'foreign-change',
    message: hint === undefined ? thrown.message : `${thrown.message}. ${hint}`,
    at,
  };
}

function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case 'labels':
      return 'set the labels';
    case 'comment':
      return 'post a comment';
    case 'branch':
      return `update the branch ${effect.name}`;
    case 'pull-request':
      return `open the pull request of ${effect.head}`;
    case 'sub-item':
      return `create the sub-item ${effect.subItem}`;
    case 'review':
      return `post the findings about ${effect.subItem}`;
    case 'human-approval':
      return `set the status of the commit ${effect.commit}`;
    case 'retarget':
      return `retarget the pull request ${effect.pullRequest}`;
    case 'close-pull-request':
      return `close the pull request ${effect.pullRequest}`;
    case 'close-sub-item':
      return `close the issue ${effect.issue} of ${effect.subItem}`;
  }
}
