import type { Policy } from '../state/policy.ts';
import { STAGE_NAMES, type StageName } from '../stage-names.ts';
import type { PipelineSettings } from './pipeline-settings.ts';

/** The part of the configuration that decides transitions. It is stored in the state when a round starts. */
export function toPolicy({ labelPrefix, gates, maxTries, budgets, review }: PipelineSettings): Policy {
  const limits = STAGE_NAMES.map((stage) => [stage, maxTries[stage] ?? maxTries.default] as const);
  const costs = STAGE_NAMES.flatMap((stage) => {
    const usd = budgets.stages[stage];
    return usd === undefined ? [] : [[stage, usd] as const];
  });
  return {
    labelPrefix,
    gates,
    remediationLimit: review.remediationLimit,
    maxTries: Object.fromEntries(limits) as Record<StageName, number>,
    ...(budgets.item === undefined ? {} : { maxCostUsd: budgets.item }),
    maxStageCostUsd: Object.fromEntries(costs),
  };
}
