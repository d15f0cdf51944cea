import * as z from 'zod';
import {
  DEFAULT_REMEDIATION_LIMIT,
  gateModeSchema,
  type GateMode,
  type PipelineSettings,
} from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import {
  CODE_STAGES,
  STAGE_NAMES,
  stageNameSchema,
  type StageName,
} from '../../workspace/configuration/pipeline/stage-names.ts';

/** A value for each stage. Policies of earlier versions have none for the stages that judge a result. */
function ofStages<Value extends z.ZodType>(value: Value, fallback: z.output<Value>) {
  const optional = value.default(fallback as never);
  return z.object({
    intake: value,
    architecture: value,
    interfaces: value,
    planning: value,
    generation: value,
    scenarios: optional,
    review: optional,
    integration: value,
  });
}

/**
 * The part of the pipeline's configuration that decides transitions. It is taken from the base commit when a round starts
 * and stored in the state, so that nothing that is generated can change it [PIPE-5].
 */
export const policySchema = z.object({
  labelPrefix: z.string(),
  gates: ofStages(gateModeSchema, 'auto'),
  /** The number of answers or attempts after which a stage fails. */
  maxTries: ofStages(z.int().min(1), 5),
  /** How often scenarios and the review can send the result of a sub-item back before a person must decide. */
  remediationLimit: z.int().min(0).default(DEFAULT_REMEDIATION_LIMIT),
  /** The most that the item may cost in USD. Unlimited if it is absent. */
  maxCostUsd: z.number().positive().optional(),
  /** The most that a stage may cost in USD. */
  maxStageCostUsd: z.partialRecord(stageNameSchema, z.number().positive()),
});

export type Policy = z.infer<typeof policySchema>;

/** The policy of a round that starts with a configuration. */
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

/** The gate of a stage. Safety-affecting items need a person at each stage that produces code [ASSERT-PSM-004]. */
export function gateOf(policy: Policy, stage: StageName, isSafetyAffecting: boolean): GateMode {
  return isSafetyAffecting && CODE_STAGES.has(stage) ? 'human' : policy.gates[stage];
}
