import * as z from 'zod';

/** The stages of the pipeline in their order. */
export const STAGE_NAMES = [
  'intake',
  'architecture',
  'interfaces',
  'planning',
  'generation',
  'scenarios',
  'review',
  'integration',
] as const;

export const stageNameSchema = z.enum(STAGE_NAMES);

export type StageName = (typeof STAGE_NAMES)[number];

/** The stages that are executed for each sub-item separately. They follow the stages of the whole item. */
export const SUB_ITEM_STAGES = [
  'generation',
  'scenarios',
  'review',
  'integration',
] as const satisfies readonly StageName[];

export type SubItemStage = (typeof SUB_ITEM_STAGES)[number];

/** The stages of a sub-item that judge its result, in their order. */
export const JUDGING_STAGES = ['scenarios', 'review'] as const satisfies readonly SubItemStage[];

export type JudgingStage = (typeof JUDGING_STAGES)[number];

export function isJudgingStage(stage: StageName): stage is JudgingStage {
  return (JUDGING_STAGES as readonly StageName[]).includes(stage);
}

/** The stages whose result is code. A safety-affecting item needs a person's approval of each [ASSERT-PSM-004]. */
export const CODE_STAGES: ReadonlySet<StageName> = new Set(['interfaces', 'generation', 'integration']);

/** The stage after another one; undefined after the last. */
export function stageAfter(stage: StageName): StageName | undefined {
  return STAGE_NAMES[STAGE_NAMES.indexOf(stage) + 1];
}
