import { randomUUID } from 'node:crypto';
import { HoldfastError } from '../../shared/errors.ts';
import type { Forge, ForgeItem } from '../forge/forge.ts';
import type { StageExecutor } from './stage-executor.ts';
import type { StageName } from '../stage-names.ts';
import { without } from '../state/changes.ts';
import type { RoundTerms } from '../state/item-event.ts';
import { startItem } from '../state/item-transitions.ts';
import type { ItemState } from '../state/item-state.ts';
import { labelNames, observeLabels, projectLabels } from '../state/labels.ts';
import { judgeLock, type HasOwnerEnded, type Lock } from '../state/lock.ts';
import { nextAction, type NextAction } from '../state/next-action.ts';
import { StaleStateError, type StateStore } from '../state/state-store.ts';
import { executeStage } from './execute-stage.ts';
import { ItemSession } from './item-session.ts';
import { observedEvents } from './observed-events.ts';
import { performOutbox, type Worker } from './perform-outbox.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** How a step ended. `busy`: another process or a person works on the item; try again later. */
export type StepOutcome = 'advanced' | 'nothing' | 'failed' | 'busy';

export interface StepResult {
  readonly outcome: StepOutcome;
  /** The state after the step; undefined if the item is not in the pipeline. */
  readonly state?: ItemState | undefined;
  /** What the item waits for, if nothing happened. */
  readonly because?: Extract<NextAction, { type: 'nothing' }>['because'] | undefined;
}

export interface StepServices {
  readonly forge: Forge;
  readonly store: StateStore;
  readonly executors: ReadonlyMap<StageName, StageExecutor>;
  /** Reads the terms of a new round from the tip of the base branch. @throws HoldfastError if the configuration is malformed */
  readonly readTerms: () => Promise<RoundTerms>;
  readonly heartbeatLimitMs: number;
  readonly identity: Pick<Lock, 'host' | 'pid' | 'processToken' | 'workflowRun'>;
  readonly hasOwnerEnded: HasOwnerEnded;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Performs at most one transition of an item: it applies what people did, finishes the effects of earlier transitions, and
 * executes one stage once. Everything is stored before anything follows from it, so a step that is killed is continued.
 */
export async function runStep(item: string, services: StepServices): Promise<StepResult> {
  try {
    return await attemptStep(item, services);
  } catch (thrown) {
    // Another process changed the state. It continues, or its lock is taken over later.
    if (thrown instanceof StaleStateError) return { outcome: 'busy' };
    throw thrown;
  }
}

async function attemptStep(item: string, services: StepServices): Promise<StepResult> {
  const { forge, store, signal } = services;
  const opened = await ItemSession.open(store, item, signal);
  const session = opened ?? (await start(item, services));
  if (session === undefined) return { outcome: 'nothing' };
  const snapshot = await readSnapshot(forge, session.state, signal);
  if (snapshot === undefined) return { outcome: 'nothing', state: session.state };
  const at = new Date(services.now()).toISOString();
  const lock = await judgeLock(
    session.state.lock,
    { owner: '', ...services, now: services.now() },
    services.hasOwnerEnded,
  );
  if (lock === 'foreign' || isMarkedByPerson(session.state, snapshot)) return { outcome: 'busy', state: session.state };
  const terms = snapshot.commands.some(({ name }) => name === 'restart')
    ? await services.readTerms()
    : currentTerms(session.state);
  const events = observedEvents(session.state, snapshot, { at, terms });
  const action = nextAction(session.state);
  if (events.length === 0 && action.type === 'nothing') {
    return { outcome: 'nothing', state: session.state, because: action.because };
  }
  const worker = createWorker(services);
  await session.apply(
    { type: 'locked', lock: { owner: worker.owner, ...services.identity, takenAt: at, heartbeatAt: at } },
    ...events,
  );
  const before = session.state.failure;
  try {
    await workOn(session, snapshot.item, worker, services);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) await releaseAfterError(session, worker);
    throw thrown;
  }
  await release(session, worker);
  const { state } = session;
  return { outcome: state.failure !== undefined && state.failure !== before ? 'failed' : 'advanced', state };
}

/** The first state of an item with the run label; undefined if it has no such label. */
async function start(
  item: string,
  { forge, store, readTerms, signal }: StepServices,
): Promise<ItemSession | undefined> {
  const found = await forge.readItem(item, signal);
  if (found?.isOpen !== true) return undefined;
  const terms = await readTerms();
  const { run } = labelNames(terms.policy.labelPrefix);
  if (!found.labels.includes(run)) return undefined;
  const state = startItem({ item, title: found.title, terms });
  // Labels that exist already are no change by a person.
  const own = found.labels.filter((label) => label.startsWith(`${terms.policy.labelPrefix}:`));
  return ItemSession.create(store, { ...state, labels: own }, signal);
}

function currentTerms({ base, policy }: ItemState): RoundTerms {
  return { base, policy };
}

function isMarkedByPerson(state: ItemState, { item }: Snapshot): boolean {
  return state.lock === undefined && observeLabels(state, item.labels) === 'processing-by-person';
}

function createWorker({ forge, heartbeatLimitMs, now, signal }: StepServices): Worker {
  return { owner: randomUUID(), forge, heartbeatLimitMs, timestamp: () => new Date(now()).toISOString(), signal };
}

async function workOn(session: ItemSession, item: ForgeItem, worker: Worker, services: StepServices): Promise<void> {
  await performOutbox(session, worker);
  let action = nextAction(session.state);
  if (action.type === 'advance') {
    await session.applyAsOwner(worker.owner, { type: 'advanced', summary: '', at: worker.timestamp() });
    await performOutbox(session, worker);
    action = nextAction(session.state);
  }
  if (action.type === 'integrate') {
    const { subItem } = action;
    await session.applyAsOwner(worker.owner, { type: 'integrated', subItem, at: worker.timestamp() });
  } else if (action.type === 'execute' || action.type === 'generate' || action.type === 'replay') {
    await executeStage(session, action, item, worker, services.executors);
  }
  await performOutbox(session, worker);
}

/**
 * Gives the lock up after an error, so that the next step need not wait for the heartbeat of a process that is alive. If that
 * fails too, for example because the forge is away, the lock is taken over later.
 */
async function releaseAfterError(session: ItemSession, worker: Worker): Promise<void> {
  try {
    await release(session, worker);
  } catch {
    // The first error is reported.
  }
}

/** Sets the labels of an item that is not being processed, then gives the lock up. Labels that people changed are kept. */
async function release(session: ItemSession, { owner, forge, signal }: Worker): Promise<void> {
  const unlocked = without(session.state, 'lock');
  const unlock = { type: 'unlocked', owner } as const;
  if (unlocked.isLabelConflict === true) {
    await session.applyAsOwner(owner, unlock);
    return;
  }
  const labels = projectLabels(unlocked);
  await forge.setLabels(unlocked.item, `${unlocked.policy.labelPrefix}:`, labels, signal);
  await session.applyAsOwner(owner, { type: 'labels-set', labels }, unlock);
}
