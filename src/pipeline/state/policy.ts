import * as z from 'zod';
import { CODE_STAGES, stageNameSchema, type StageName } from '../stage-names.ts';

/** What lets an item pass a stage: its valid answer (`auto`), or a person (`human`). */
export const gateModeSchema = z.enum(['auto', 'human']);

export type GateMode = z.infer<typeof gateModeSchema>;

/**
 * The part of the pipeline's configuration that decides transitions. It is taken from the base commit when a round starts
 * and stored in the state, so that nothing that is generated can change it [PIPE-5].
 */
export const policySchema = z.object({
  labelPrefix: z.string(),
  gates: z.record(stageNameSchema, gateModeSchema),
  /** The number of answers or attempts after which a stage fails. */
  maxTries: z.record(stageNameSchema, z.int().min(1)),
  /** The most that the item may cost in USD. Unlimited if it is absent. */
  maxCostUsd: z.number().positive().optional(),
  /** The most that a stage may cost in USD. */
  maxStageCostUsd: z.partialRecord(stageNameSchema, z.number().positive()),
});

export type Policy = z.infer<typeof policySchema>;

/** The gate of a stage. Safety-affecting items need a person at each stage that produces code [ASSERT-PSM-004]. */
export function gateOf(policy: Policy, stage: StageName, isSafetyAffecting: boolean): GateMode {
  return isSafetyAffecting && CODE_STAGES.has(stage) ? 'human' : policy.gates[stage];
}
