import * as z from 'zod';
import { stageNameSchema, type StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { Policy } from './policy.ts';

/** The cost of one execution: reserved before it, settled after it. */
export const spendingSchema = z.object({
  id: z.string(),
  stage: stageNameSchema,
  subItem: z.string().optional(),
  round: z.int(),
  /** The most that it can cost. Counts as spent until it is settled, so that a process that dies cannot exceed the budget. */
  reservedUsd: z.number().min(0),
  /** What it cost. `null` if the price of the model is unknown. Absent before it is settled. */
  settledUsd: z.number().min(0).nullable().optional(),
});

export type Spending = z.infer<typeof spendingSchema>;

/** What an execution counts in a budget, in USD. */
export function countedUsd({ reservedUsd, settledUsd }: Spending): number {
  return settledUsd ?? reservedUsd;
}

export function totalUsd(spending: readonly Spending[], stage?: StageName): number {
  const counted = stage === undefined ? spending : spending.filter((entry) => entry.stage === stage);
  return counted.reduce((sum, entry) => sum + countedUsd(entry), 0);
}

/** What executions cost for people, in USD; `null` if the price of a model is unknown. Unsettled ones count as reserved. */
export function reportedUsd(spending: readonly Spending[]): number | null {
  return spending.some(({ settledUsd }) => settledUsd === null) ? null : totalUsd(spending);
}

/** A cost in a text for people. */
export function formatCost(usd: number | null): string {
  return usd === null ? 'unknown (the price of the model is not known)' : `${usd.toFixed(4)} USD`;
}

/** How much an execution of a stage may cost at most, in USD; undefined without a limit. Never below 0. */
export function availableUsd(
  spending: readonly Spending[],
  { maxCostUsd, maxStageCostUsd }: Pick<Policy, 'maxCostUsd' | 'maxStageCostUsd'>,
  stage: StageName,
): number | undefined {
  const limits = [
    maxCostUsd === undefined ? Infinity : maxCostUsd - totalUsd(spending),
    (maxStageCostUsd[stage] ?? Infinity) - totalUsd(spending, stage),
  ];
  const available = Math.min(...limits);
  return available === Infinity ? undefined : Math.max(0, available);
}

/** Which settings limit what an item and its stages may cost. */
export const BUDGET_ADVICE =
  'Increase "budgets" in .holdfast/pipeline.yaml on the base branch, or let a new item do the rest of the work.';

/** Why an execution of a stage exceeds the budget: the setting, its value, and what is spent of it. */
export function describeShortage(
  spending: readonly Spending[],
  { maxCostUsd = Infinity, maxStageCostUsd }: Pick<Policy, 'maxCostUsd' | 'maxStageCostUsd'>,
  stage: StageName,
  estimateUsd: number | undefined,
): string {
  const ofItem = { setting: 'budgets.item', limit: maxCostUsd, spent: totalUsd(spending) };
  const ofStage = {
    setting: `budgets.stages.${stage}`,
    limit: maxStageCostUsd[stage] ?? Infinity,
    spent: totalUsd(spending, stage),
  };
  const { setting, limit, spent } = ofStage.limit - ofStage.spent < ofItem.limit - ofItem.spent ? ofStage : ofItem;
  const used = `${formatUsd(spent)} of the ${formatUsd(limit)} of "${setting}" are spent`;
  const next =
    estimateUsd === undefined
      ? `so that nothing is left for the stage ${stage}`
      : `and the next execution of the stage ${stage} can cost ${formatUsd(estimateUsd)}`;
  return `${used}, ${next}. ${BUDGET_ADVICE}`;
}

/** An amount with as many digits as tell it from 0. */
function formatUsd(usd: number): string {
  const isTiny = usd > 0 && usd < 0.0001;
  return `${isTiny ? usd.toPrecision(2) : usd.toFixed(4)} USD`;
}

/** An execution that is about to start, or runs. */
export interface PlannedExecution {
  readonly id: string;
  /** The most that it can cost; undefined if that is unknown. */
  readonly estimateUsd?: number | undefined;
}

/**
 * What each of the executions of a stage reserves that run at the same time, by id. Together they reserve no more than what is
 * left of the budget: those without an estimate share what the others leave in equal parts.
 */
export function divideBudget(
  spending: readonly Spending[],
  policy: Pick<Policy, 'maxCostUsd' | 'maxStageCostUsd'>,
  stage: StageName,
  executions: readonly PlannedExecution[],
): {
  readonly shares: ReadonlyMap<string, number>;
  /** What is left for all of them, in USD; undefined without a limit. */
  readonly available: number | undefined;
  /** Whether the budget permits all of them. */
  readonly isEnough: boolean;
} {
  const others = spending.filter(({ id }) => executions.every((execution) => execution.id !== id));
  const available = availableUsd(others, policy, stage);
  const estimated = executions.reduce((sum, { estimateUsd = 0 }) => sum + estimateUsd, 0);
  const open = executions.filter(({ estimateUsd }) => estimateUsd === undefined).length;
  const left = available === undefined ? 0 : available - estimated;
  const share = open === 0 ? 0 : Math.max(0, left) / open;
  const isEnough = available === undefined || (available > 0 && left >= 0 && (open === 0 || share > 0));
  return { shares: new Map(executions.map(({ id, estimateUsd }) => [id, estimateUsd ?? share])), available, isEnough };
}

export interface CostLine {
  readonly stage: StageName;
  readonly subItem?: string | undefined;
  /** `null` if the price of a model is unknown. */
  readonly usd: number | null;
  /** The part of `usd` that was reserved by executions that never ended. */
  readonly unsettledUsd: number;
  readonly executions: number;
}

/** The cost per stage and sub-item, in the order of their first execution [ASSERT-CODE-005]. */
export function createCostReport(spending: readonly Spending[]): readonly CostLine[] {
  const groups = new Map<string, Spending[]>();
  for (const entry of spending) {
    const key = JSON.stringify([entry.stage, entry.subItem ?? null]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].flatMap((entries) => {
    const [first] = entries;
    if (first === undefined) return [];
    return {
      stage: first.stage,
      subItem: first.subItem,
      usd: reportedUsd(entries),
      unsettledUsd: totalUsd(entries.filter(({ settledUsd }) => settledUsd === undefined)),
      executions: entries.length,
    };
  });
}
