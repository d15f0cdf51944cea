import { randomUUID } from 'node:crypto';
import { CostBudget } from '../../models/cost/cost-budget.ts';
import type { JobSlots } from '../../foundation/job-slots.ts';
import type { ForgeItem } from '../forge/forge.ts';
import { SUB_ITEM_STAGES, type StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { EventOf } from '../state/item-event.ts';
import { listWorkable } from '../state/next-action.ts';
import {
  BUDGET_ADVICE,
  describeShortage,
  divideBudget,
  type PlannedExecution,
  type Spending,
} from '../state/spending.ts';
import { StaleStateError } from '../state/state-store.ts';
import { settle } from '../state/work-transitions.ts';
import type { ItemSession } from './item-session.ts';
import type { Worker } from './perform-outbox.ts';
import type { StageExecution, StageExecutor, StageInput } from './stage-executor.ts';

export interface ExecutionContext {
  readonly executors: ReadonlyMap<StageName, StageExecutor>;
  readonly session: ItemSession;
  readonly item: ForgeItem;
  readonly worker: Worker;
  /** Aborted when the step is cancelled or the lock is lost. */
  readonly signal: AbortSignal;
  /** Places for executions of further sub-items. Without them, a step executes one stage once. */
  readonly slots?: JobSlots | undefined;
  /** Performs what follows from an attempt that ended, while others run. */
  readonly deliver: () => Promise<void>;
  /** Whether people did something since the step began. Then no further attempt starts. */
  readonly hasNews: () => Promise<boolean>;
}

interface Planned extends PlannedExecution {
  readonly executor: StageExecutor;
  readonly subItem: string | undefined;
}

type Ended = Planned & ({ readonly execution: StageExecution } | { readonly thrown: unknown });

/**
 * The executions of the stages of sub-items that run at the same time. Each has a reservation, which is stored before it starts, and settled
 * with its result in one write. The reservations of those that run are shares of what is left of the budget, but they spend
 * from one account: none is refused what another one does not need. Results are stored one after another.
 */
export class Executions {
  readonly #context: ExecutionContext;
  readonly #running = new Map<string, Planned & { readonly done: Promise<void> }>();
  readonly #ended: Ended[] = [];
  /** The stages and sub-items of this step. Each is executed once. */
  readonly #attempted = new Set<string>();
  /** Aborts all executions when another process has the lock. */
  readonly #lost = new AbortController();
  /** The stage of the first execution, whose limit applies to all of them. */
  #stage: StageName = 'generation';
  #budget: CostBudget | undefined;
  #takenSlots = 0;
  #failure: { readonly thrown: unknown } | undefined;
  /** Whether nothing more is started. */
  #isClosed = false;
  #canDeliver = true;

  constructor(context: ExecutionContext) {
    this.#context = context;
  }

  /**
   * Executes a stage for a sub-item, and the stages of further ones while it runs.
   * @throws what an execution or a write threw, after all have ended
   */
  async run(stage: StageName, first: string | undefined): Promise<void> {
    const executor = this.#context.executors.get(stage);
    if (executor === undefined) throw new Error(`The executor of the stage ${stage} is missing.`);
    this.#stage = stage;
    try {
      const { available } = this.#divide([]);
      this.#budget = available === undefined ? undefined : new CostBudget(available, 0, BUDGET_ADVICE);
      const planned = await this.#plan(executor, first);
      if (!this.#divide([planned]).isEnough) {
        await this.#refuse(planned);
        return;
      }
      await this.#start([planned, ...(await this.#planMore([planned]))]);
      this.#returnSlots();
      await this.#runToEnd();
    } finally {
      this.#returnSlots();
    }
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }

  async #runToEnd(): Promise<void> {
    const { slots } = this.#context;
    while (this.#running.size > 0) {
      const freed = slots === undefined || this.#isClosed ? [] : [slots.freed()];
      await this.#try(() => this.#startMore());
      await Promise.race([...[...this.#running.values()].map(({ done }) => done), ...freed]);
      for (let ended = this.#ended.shift(); ended !== undefined; ended = this.#ended.shift()) await this.#store(ended);
      // What follows from the only execution of a step is a part of the step.
      if (this.#attempted.size > 1 && this.#canDeliver) {
        this.#canDeliver = await this.#try(this.#context.deliver);
      }
    }
  }

  async #plan(executor: StageExecutor, subItem: string | undefined): Promise<Planned> {
    this.#attempted.add(keyOf(executor.stage, subItem));
    const estimateUsd = await executor.estimateUsd(this.#inputOf(subItem));
    return { id: randomUUID(), executor, subItem, estimateUsd };
  }

  /**
   * The executions that are possible now. If one of the stages has a budget, only executions of the first stage share it in
   * one step: the others follow in the next step.
   */
  #listPossible(): readonly { readonly executor: StageExecutor; readonly subItem: string }[] {
    const { executors, session } = this.#context;
    const { maxStageCostUsd } = session.state.policy;
    const isLimited = SUB_ITEM_STAGES.some((stage) => maxStageCostUsd[stage] !== undefined);
    const stages = isLimited ? SUB_ITEM_STAGES.filter((stage) => stage === this.#stage) : SUB_ITEM_STAGES;
    return stages.flatMap((stage) => {
      const executor = executors.get(stage);
      if (executor === undefined) return [];
      const open = listWorkable(session.state, stage).filter((id) => !this.#attempted.has(keyOf(stage, id)));
      return open.map((subItem) => ({ executor, subItem }));
    });
  }

  /** Plans further sub-items that are ready, as far as there are slots and the budget permits them. */
  async #planMore(planned: readonly Planned[]): Promise<readonly Planned[]> {
    const { slots } = this.#context;
    const more: Planned[] = [];
    for (const { executor, subItem } of slots === undefined ? [] : this.#listPossible()) {
      if (slots?.tryTake() !== true) break;
      this.#takenSlots++;
      const next = await this.#plan(executor, subItem);
      if (!this.#divide([...planned, ...more, next]).isEnough) break;
      more.push(next);
    }
    return more;
  }

  /** Starts what has become possible since the last start, unless people did something meanwhile. */
  async #startMore(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const more = await this.#planMore([...this.#running.values()]);
      if (more.length === 0) return;
      this.#isClosed = await this.#context.hasNews();
      if (!this.#isClosed) await this.#start(more);
    } finally {
      this.#returnSlots();
    }
  }

  /** Reserves the share of each execution, and starts the planned ones. */
  async #start(planned: readonly Planned[]): Promise<void> {
    const { session, worker } = this.#context;
    await session.applyAsOwner(worker.owner, ...this.#reserve([...this.#running.values(), ...planned]));
    for (const one of planned) this.#running.set(one.id, { ...one, done: this.#execute(one) });
  }

  async #execute(planned: Planned): Promise<void> {
    try {
      const execution = await planned.executor.execute(this.#inputOf(planned.subItem));
      this.#ended.push({ ...planned, execution });
    } catch (thrown) {
      this.#ended.push({ ...planned, thrown });
    }
  }

  /** Settles an execution with its result. One that threw is not settled: its reservation counts as spent. */
  async #store(ended: Ended): Promise<void> {
    const { session, worker } = this.#context;
    this.#running.delete(ended.id);
    this.#returnSlots();
    const isStored = await this.#try(async () => {
      if ('thrown' in ended) throw ended.thrown;
      const settled = { type: 'settled', id: ended.id, usd: ended.execution.costUsd } as const;
      const { spending } = settle(session.state, settled);
      const shares = this.#reserve([...this.#running.values()], spending);
      await session.applyAsOwner(worker.owner, settled, ...ended.execution.events, ...shares);
    });
    if (!isStored) this.#budget?.charge(this.#reservedUsd(ended.id));
    else if ('execution' in ended && ended.execution.error !== undefined) this.#fail(ended.execution.error);
  }

  #divide(executions: readonly Planned[], spending: readonly Spending[] = this.#context.session.state.spending) {
    return divideBudget(spending, this.#context.session.state.policy, this.#stage, executions);
  }

  /** The reservations that change if these executions run at the same time. */
  #reserve(executions: readonly Planned[], spending?: readonly Spending[]): readonly EventOf<'reserved'>[] {
    const { shares } = this.#divide(executions, spending);
    const events = executions.map(({ id, executor, subItem }) => {
      return { type: 'reserved', id, stage: executor.stage, subItem, usd: shares.get(id) ?? 0 } as const;
    });
    return events.filter(({ id, usd }) => this.#reservedUsd(id) !== usd);
  }

  #reservedUsd(id: string): number | undefined {
    return this.#context.session.state.spending.find((entry) => entry.id === id)?.reservedUsd;
  }

  #inputOf(subItem: string | undefined): StageInput {
    const { session, item, worker, signal } = this.#context;
    return {
      state: session.state,
      item,
      subItem,
      availableUsd: this.#budget?.limitUsd,
      budget: this.#budget,
      at: worker.timestamp(),
      signal: AbortSignal.any([signal, this.#lost.signal]),
    };
  }

  async #refuse({ executor, subItem, estimateUsd }: Planned): Promise<void> {
    const { session, worker } = this.#context;
    const { stage } = executor;
    const { spending, policy } = session.state;
    const message = describeShortage(spending, policy, stage, estimateUsd);
    const place = { stage, ...(subItem === undefined ? {} : { subItem }) };
    await session.applyAsOwner(worker.owner, {
      type: 'failed',
      failure: { ...place, reason: 'budget-exceeded', message, at: worker.timestamp() },
    });
  }

  /** Returns whether the work succeeded. A failure ends the step after all executions have ended. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.#fail(thrown);
      return false;
    }
  }

  #fail(thrown: unknown): void {
    this.#isClosed = true;
    const isLost = thrown instanceof StaleStateError;
    if (this.#failure === undefined || isLost) this.#failure = { thrown };
    if (!isLost) return;
    this.#canDeliver = false;
    this.#lost.abort(thrown);
  }

  /** Gives the slots back that no execution uses. The first execution uses the one of the step. */
  #returnSlots(): void {
    for (; this.#takenSlots > Math.max(0, this.#running.size - 1); this.#takenSlots--) this.#context.slots?.release();
  }
}

function keyOf(stage: StageName, subItem: string | undefined): string {
  return `${stage}/${subItem ?? ''}`;
}
