import type { CostBudget } from '../../models/cost/cost-budget.ts';
import type { ItemEvent } from '../state/item-event.ts';
import type { ItemState } from '../state/item-state.ts';
import type { ForgeItem } from '../forge/forge.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';

export interface StageInput {
  readonly state: ItemState;
  readonly item: ForgeItem;
  /** The sub-item; absent for the stages of the whole item. */
  readonly subItem?: string | undefined;
  /** How much the executions of the step may cost together at most, in USD; undefined without a limit. */
  readonly availableUsd: number | undefined;
  /** The account with `availableUsd`, which executions that run at the same time share. Absent without a limit. */
  readonly budget?: CostBudget | undefined;
  /** Now, as ISO 8601 in UTC. */
  readonly at: string;
  readonly signal: AbortSignal;
}

export interface StageExecution {
  /** What happened, for example `answered` or `refused`. */
  readonly events: readonly ItemEvent[];
  /** What it cost in USD; `null` if the price of the model is unknown. */
  readonly costUsd: number | null;
  /** Why the stage could not be executed. It is thrown after the cost is settled, so that the budget stays right. */
  readonly error?: Error | undefined;
}

/** Executes a stage once: one answer, or one attempt of one chunk. It changes nothing on the forge. */
export interface StageExecutor {
  readonly stage: StageName;
  /** The most that one execution can cost, in USD; undefined if that cannot be estimated. Reserved before it starts. */
  estimateUsd(input: StageInput): Promise<number | undefined>;
  execute(input: StageInput): Promise<StageExecution>;
}
