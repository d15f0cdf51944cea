import * as z from 'zod';
import { STAGE_NAMES, type StageName } from './stage-names.ts';

export { PIPELINE_FILE } from '../shared-files.ts';

/** What lets an item pass a stage: its valid answer (`auto`), or a person (`human`). */
export const gateModeSchema = z.enum(['auto', 'human']);

export type GateMode = z.infer<typeof gateModeSchema>;

/** How often a result is corrected by default [ASSERT-REVIEW-005]. */
export const DEFAULT_REMEDIATION_LIMIT = 3;

/** The maximum of `maxAttempts` in a contract, which the limit of the generation becomes. */
const HIGHEST_TRIES = 20;

const glob = z.string().min(1);
const globs = z
  .union([glob, z.array(glob).min(1)])
  .transform((value): readonly string[] => (typeof value === 'string' ? [value] : value));
const usd = z.number().positive();
const tries = z.int().min(1).max(HIGHEST_TRIES);

/** A map from the names of all stages to one kind of value. */
function stageMap<Value extends z.ZodType>(value: (stage: StageName) => Value) {
  return Object.fromEntries(STAGE_NAMES.map((stage) => [stage, value(stage)])) as Record<StageName, Value>;
}

const DEFAULT_GATES: Readonly<Record<StageName, GateMode>> = {
  intake: 'auto',
  architecture: 'human',
  interfaces: 'human',
  planning: 'human',
  generation: 'auto',
  scenarios: 'auto',
  review: 'auto',
  integration: 'human',
};

const gatesSchema = z.strictObject(
  stageMap((stage) =>
    gateModeSchema
      .default(DEFAULT_GATES[stage])
      .describe(`What the result of the stage ${stage} needs: nothing (auto), or a person (human).`),
  ),
);

const maxTriesSchema = z.strictObject({
  default: tries.default(5).describe('The limit of stages that are not listed. Default: 5.'),
  ...stageMap((stage) => tries.optional().describe(`The limit of the stage ${stage}.`)),
});

const budgetsSchema = z.strictObject({
  item: usd.optional().describe('US dollars for the whole item, over all rounds. Default: unlimited.'),
  stages: z
    .strictObject(stageMap((stage) => usd.optional().describe(`US dollars for the stage ${stage}.`)))
    .default({})
    .describe('US dollars per stage.'),
});

const scenariosSchema = z.strictObject({
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.95)
    .describe('The share of all trajectories that must satisfy their scenario, from 0 to 1. Default: 0.95.'),
  trajectories: z
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('How often each scenario is executed, each time with fresh state. Default: 10.'),
});

const reviewSchema = z.strictObject({
  remediationLimit: z
    .int()
    .min(0)
    .max(20)
    .default(DEFAULT_REMEDIATION_LIMIT)
    .describe('How often scenarios and the review send a result back before a person must decide. Default: 3.'),
});

export const architecturalRuleSchema = z
  .strictObject({
    from: globs.describe('Globs of the files that must not import the others. "!" excludes files.'),
    to: globs.describe('Globs of the files that must not be imported. "!" excludes files.'),
    reason: z.string().min(1).describe('Why the import is not allowed, as a sentence.'),
  })
  .describe('Imports that the architecture of the project forbids.');

/** The model of `.holdfast/pipeline.yaml`. Every key is optional; unknown keys are errors. */
export const pipelineSettingsSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
    labelPrefix: z
      .string()
      .max(40)
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'Use letters, digits, "_" and "-": it is a part of branch names')
      .default('holdfast')
      .describe('The start of labels, branches and commands in comments. Default: holdfast.'),
    gates: gatesSchema.prefault({}).describe('Which stages need a person.'),
    maxTries: maxTriesSchema
      .prefault({})
      .describe('After how many answers, or attempts of a chunk, a stage fails. Default: 5.'),
    budgets: budgetsSchema.prefault({}).describe('The most that an item may cost.'),
    scenarios: scenariosSchema.prefault({}).describe('How the results of sub-items are tried in scenarios.'),
    review: reviewSchema.prefault({}).describe('How the results of sub-items are reviewed.'),
    scopeThreshold: z
      .int()
      .min(1)
      .default(40)
      .describe('An item that is estimated to change more files is left to a person. Default: 40.'),
    maxSubItems: z
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('A plan with more sub-items is left to a person. Default: 10.'),
    safetyCriticalModules: z
      .array(glob)
      .default([])
      .describe('Globs of modules. An item that affects one needs a person at each stage that produces code.'),
    architecturalRules: z.array(architecturalRuleSchema).default([]).describe('Imports that are not allowed.'),
    contextFiles: z
      .array(glob)
      .default([])
      .describe('Globs of decision records and standards that the model receives in every stage.'),
    heartbeatLimitSeconds: z
      .int()
      .min(30)
      .max(86_400)
      .default(600)
      .describe('The age after which the lock of a process without a sign of life is taken over. Default: 600.'),
  })
  .describe('The configuration of the Holdfast pipeline.');

export type PipelineSettings = z.infer<typeof pipelineSettingsSchema>;
export type ArchitecturalRule = z.infer<typeof architecturalRuleSchema>;
