import { randomUUID } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import type { JobSlots } from '../../foundation/job-slots.ts';
import type { AuditLog } from '../state/audit-entry.ts';
import { ForgeError } from '../forge/forge-error.ts';
import type { Forge, ForgeItem } from '../forge/forge.ts';
import type { StageExecutor } from './stage-executor.ts';
import {
  STAGE_NAMES,
  stageAfter,
  type JudgingStage,
  type StageName,
} from '../../workspace/configuration/pipeline/stage-names.ts';
import { stageRecordOf, without } from '../state/changes.ts';
import type { ItemEvent, RoundTerms } from '../state/item-event.ts';
import { startItem } from '../state/item-transitions.ts';
import type { ItemState } from '../state/item-state.ts';
import { listNewJudgements } from '../state/judgement.ts';
import { labelNames, observeLabels, projectLabels } from '../state/labels.ts';
import { judgeLock, type HasOwnerEnded, type Lock, type LockVerdict } from '../state/lock.ts';
import { listWorkable, nextAction, type NextAction } from '../state/next-action.ts';
import { STAGE_WORK, summarizeStage } from '../state/stage-summary.ts';
import { StaleStateError, type StateStore } from '../state/state-store.ts';
import { transition } from '../state/transition.ts';
import type { ChangeRepository } from './contained-changes.ts';
import { executeStage, isExecution } from './execute-stage.ts';
import { ItemSession, type SessionAudit } from './item-session.ts';
import { observedEvents } from './observed-events.ts';
import { giveUp } from './give-up.ts';
import { performOutbox, setLabels, type Worker } from './perform-outbox.ts';
import { readObservedItem, type ObservedItem } from './observed-item.ts';

/** How a step ended. `busy`: another process or a person works on the item, or the forge wants a pause; try again later. */
export type StepOutcome = 'advanced' | 'nothing' | 'failed' | 'busy';

export interface StepResult {
  readonly outcome: StepOutcome;
  /** The state after the step; undefined if the item is not in the pipeline. */
  readonly state?: ItemState | undefined;
  /** What the item waits for, if nothing happened. */
  readonly because?: Extract<NextAction, { type: 'nothing' }>['because'] | undefined;
  /** What scenarios and reviews judged in this step, in the order of the plan. Absent if they judged nothing. */
  readonly judged?: readonly JudgedSubItem[] | undefined;
  /** The stage whose answer was refused in this step. Absent if none was. */
  readonly refusedStage?: StageName | undefined;
  /** Why to try again later, for people. Present if the outcome is `busy`. */
  readonly message?: string | undefined;
  /** The answers to commands in comments that could not be applied. Absent if there are none. */
  readonly refused?: readonly string[] | undefined;
  /** When a rate limit ends, in milliseconds since 1970. */
  readonly retryAt?: number | undefined;
}

export interface JudgedSubItem {
  readonly subItem: string;
  readonly stage: JudgingStage;
}

export interface StepServices {
  readonly forge: Forge;
  readonly store: StateStore;
  readonly executors: ReadonlyMap<StageName, StageExecutor>;
  /** Reads the terms of a new round from the tip of the base branch. @throws HoldfastError if the configuration is malformed */
  readonly readTerms: () => Promise<RoundTerms>;
  /**
   * Checks that the branch still exists that the round of an item started from. Called before an item continues or waits.
   * @throws HoldfastError if it does not. Nothing has changed then, and the commands are read again. Default: not checked.
   */
  readonly requireBase?: ((state: ItemState) => Promise<void>) | undefined;
  readonly heartbeatLimitMs: number;
  readonly identity: Pick<Lock, 'host' | 'pid' | 'processToken' | 'workflowRun'>;
  readonly hasOwnerEnded: HasOwnerEnded;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Opens the repository, in which changes that people merged without the forge are found. Default: only merges that the
   * forge recognizes count.
   */
  readonly repository?: (() => Promise<ChangeRepository>) | undefined;
  /** The timers that limit effects. Default: those of the system. */
  readonly clock?: Clock | undefined;
  /**
   * Places for attempts of sub-items at the same time, besides the first. Steps of several items can share them. Default: none.
   */
  readonly slots?: JobSlots | undefined;
  /** Where transitions, attempts, gate decisions and effects are recorded. Default: nowhere. */
  readonly audit?: AuditLog | undefined;
  /** The workspace folder relative to the top level of the repository. Default: the top level. */
  readonly prefix?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Performs at most one transition of an item: it applies what people did, finishes the effects of earlier transitions, and
 * executes one stage once; with `slots`, generation of several sub-items at the same time. Everything is stored before
 * anything follows from it, so a step that is killed is continued.
 */
export async function runStep(item: string, services: StepServices): Promise<StepResult> {
  try {
    return await attemptStep(item, services);
  } catch (thrown) {
    // Another process changed the state. It continues, or its lock is taken over later.
    if (thrown instanceof StaleStateError) {
      return { outcome: 'busy', message: `Another process works on the item ${item}.` };
    }
    if (!(thrown instanceof ForgeError) || thrown.problem !== 'rate-limited') throw thrown;
    return { outcome: 'busy', message: thrown.message, retryAt: thrown.retryAt };
  }
}

async function attemptStep(item: string, services: StepServices): Promise<StepResult> {
  const { store, signal } = services;
  const opened = await ItemSession.open(store, item, signal, createAudit(services));
  const session = opened ?? (await start(item, services));
  if (session === undefined) return { outcome: 'nothing' };
  const snapshot = await readObservedItem(services, session.state, signal);
  if (snapshot === undefined) return { outcome: 'nothing', state: session.state };
  const { lock: from } = session.state;
  const verdict = await judgeLock(from, { owner: '', ...services, now: services.now() }, services.hasOwnerEnded);
  const busy = describeForeignWork(session.state, snapshot, verdict);
  if (busy !== undefined) return { outcome: 'busy', state: session.state, message: busy };
  const at = new Date(services.now()).toISOString();
  const terms = needsTerms(session.state, snapshot) ? await services.readTerms() : currentTerms(session.state);
  const events = observedEvents(session.state, snapshot, { at, terms });
  if (isContinued(session.state, events)) await services.requireBase?.(session.state);
  const action = nextAction(session.state);
  // Comments without a command, such as those of Holdfast, are read again with the next event.
  if (events.every(({ type }) => type === 'comments-read') && action.type === 'nothing') {
    return { outcome: 'nothing', state: session.state, because: action.because };
  }
  // Entries of a process that ended early. A log that is away stops the step before anything happens.
  await session.deliverAudit();
  const worker = createWorker(services);
  const isTakenOver = from !== undefined && (verdict === 'owner-ended' || verdict === 'heartbeat-expired');
  session.defer(
    {
      type: 'locked',
      lock: { owner: worker.owner, ...services.identity, takenAt: at, heartbeatAt: at },
      ...(isTakenOver ? { takeover: { from, because: verdict } } : {}),
    },
    ...events,
  );
  const before = session.state;
  try {
    await workOn(session, snapshot.item, worker, services);
    await release(session, worker);
  } catch (thrown) {
    await giveUp(session, worker, { thrown, store });
    throw thrown;
  }
  await session.deliverAudit();
  const { state } = session;
  const refused = events.flatMap((event) => (event.type === 'command-refused' ? [event.reply] : []));
  const judged = listJudged(before, state);
  const refusedStage = findRefusedStage(before, state);
  return {
    outcome: state.failure !== undefined && state.failure !== before.failure ? 'failed' : 'advanced',
    state,
    ...(refused.length === 0 ? {} : { refused }),
    ...(judged.length === 0 ? {} : { judged }),
    ...(refusedStage === undefined ? {} : { refusedStage }),
  };
}

function findRefusedStage(before: ItemState, after: ItemState): StageName | undefined {
  return STAGE_NAMES.find((stage) => {
    const { verdicts = [] } = stageRecordOf(after, stage);
    const known = after.round === before.round ? (stageRecordOf(before, stage).verdicts?.length ?? 0) : 0;
    return verdicts.length > known && verdicts.at(-1)?.verdict === 'refused';
  });
}

function listJudged(before: ItemState, after: ItemState): readonly JudgedSubItem[] {
  return after.subItems.flatMap(({ id, judgements }) => {
    const earlier = before.subItems.find((subItem) => subItem.id === id)?.judgements;
    return listNewJudgements(earlier, judgements).map(({ stage }) => ({ subItem: id, stage }));
  });
}

/** Why this process backs off; undefined if it may work on the item [ASSERT-PSM-005]. */
function describeForeignWork(state: ItemState, snapshot: ObservedItem, verdict: LockVerdict): string | undefined {
  const { lock, item } = state;
  if (lock !== undefined && verdict === 'foreign') {
    return `The process ${lock.pid} on ${lock.host} works on the item ${item} since ${lock.takenAt}.`;
  }
  if (!isMarkedByPerson(state, snapshot)) return undefined;
  const { processing } = labelNames(state.policy.labelPrefix);
  return `A person works on the item ${item}: it has the label ${processing}. Remove the label to let Holdfast continue.`;
}

/** Whether the round continues after what people did: it is not ended, and no other one takes its place. */
function isContinued(state: ItemState, events: readonly ItemEvent[]): boolean {
  const { round, status } = events.reduce((current, event) => transition(current, event).state, state);
  return round === state.round && (status === 'active' || status === 'waiting');
}

/** A new round is configured by the tip of the base branch. */
function needsTerms(state: ItemState, { item, commands }: ObservedItem): boolean {
  return commands.some(({ name }) => name === 'restart') || observeLabels(state, item.labels) === 'restarted';
}

/** The first state of an item with the run label; undefined if it has no such label. */
async function start(item: string, services: StepServices): Promise<ItemSession | undefined> {
  const { forge, store, readTerms, signal } = services;
  const found = await forge.readItem(item, signal);
  if (found?.isOpen !== true) return undefined;
  const terms = await readTerms();
  const { run } = labelNames(terms.policy.labelPrefix);
  if (!found.labels.includes(run)) return undefined;
  const state = startItem({ item, title: found.title, terms });
  // Other labels of the pipeline contradict an item that has no state yet.
  return ItemSession.create(store, { ...state, labels: [run] }, signal, createAudit(services));
}

function createAudit({ audit, now }: StepServices): SessionAudit | undefined {
  return audit && { log: audit, timestamp: () => new Date(now()).toISOString() };
}

function currentTerms({ base, policy }: ItemState): RoundTerms {
  return { base, policy };
}

function isMarkedByPerson(state: ItemState, { item }: ObservedItem): boolean {
  return state.lock === undefined && observeLabels(state, item.labels) === 'processing-by-person';
}

function createWorker({ forge, heartbeatLimitMs, now, signal, clock, prefix }: StepServices): Worker {
  const timestamp = (): string => new Date(now()).toISOString();
  return { owner: randomUUID(), forge, heartbeatLimitMs, timestamp, clock, prefix, signal };
}

async function workOn(session: ItemSession, item: ForgeItem, worker: Worker, services: StepServices): Promise<void> {
  const { owner, timestamp } = worker;
  await performOutbox(session, worker);
  // The lock is stored before anything else happens, also if there was no effect.
  if (session.stored.lock?.owner !== owner) await session.apply();
  let action = nextWork(session.state);
  if (action.type === 'advance') {
    session.defer({ type: 'advanced', summary: describeEntry(session.state), at: timestamp() });
    await performOutbox(session, worker);
    action = nextWork(session.state);
  }
  if (action.type === 'integrate') {
    session.defer({ type: 'integrated', subItem: action.subItem, at: timestamp() });
  } else if (isExecution(action)) {
    await setLabels(session, worker);
    await executeStage(session, action, item, worker, {
      ...services,
      deliver: () => deliver(session, worker),
      hasNews: () => hasNews(session, worker),
    });
  }
  await performOutbox(session, worker);
}

/** Pushes what has passed and opens its pull requests, while other sub-items are generated. */
async function deliver(session: ItemSession, worker: Worker): Promise<void> {
  await performOutbox(session, worker);
  for (
    let [subItem] = listWorkable(session.state, 'integration');
    subItem !== undefined;
    [subItem] = listWorkable(session.state, 'integration')
  ) {
    session.defer({ type: 'integrated', subItem, at: worker.timestamp() });
    await performOutbox(session, worker);
  }
  // The receipts are stored before a long pause.
  await session.applyAsOwner(worker.owner);
}

/** Whether people did something since the step began. The next step applies it. */
async function hasNews(session: ItemSession, { forge, timestamp, signal }: Worker): Promise<boolean> {
  const { state } = session;
  const snapshot = await readObservedItem({ forge }, state, signal);
  if (snapshot === undefined) return true;
  const events = observedEvents(state, snapshot, { at: timestamp(), terms: currentTerms(state) });
  return events.some(({ type }) => type !== 'comments-read');
}

/** The next action apart from the labels, which are set before an execution and at the end of the step. */
function nextWork(state: ItemState): NextAction {
  return nextAction({ ...state, outbox: state.outbox.filter(({ type }) => type !== 'labels') });
}

function describeEntry(state: ItemState): string {
  const next = stageAfter(state.stage);
  return next === undefined ? '' : `${STAGE_WORK[next]} ${summarizeStage(state)}`;
}

/** Sets the labels of an item that is not being processed, and gives the lock up. Labels that people changed are kept. */
async function release(session: ItemSession, worker: Worker): Promise<void> {
  const unlocked = without(session.state, 'lock');
  if (unlocked.isLabelConflict !== true) await setLabels(session, worker, projectLabels(unlocked));
  await session.applyAsOwner(worker.owner, { type: 'unlocked', owner: worker.owner });
}
