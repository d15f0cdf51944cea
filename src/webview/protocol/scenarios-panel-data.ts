/** The data of the scenarios panel: the result of a scenario validation, with the distribution of each scenario. */
import * as z from 'zod';
import { sourceLocationSchema } from './source-location.ts';
import { statusViewSchema } from './status-view.ts';

export const TRAJECTORY_OUTCOMES = ['satisfied', 'unsatisfied', 'failure-criterion', 'environment', 'not-run'] as const;

export const trajectoryViewSchema = z.object({
  number: z.int().min(1),
  outcome: z.enum(TRAJECTORY_OUTCOMES),
  /** The criterion or step that decided. */
  decidedBy: z.string(),
  duration: z.string(),
  observed: z.string(),
});

/** How many trajectories had each outcome. The sum is the number of planned trajectories. */
export const distributionSchema = z.array(z.object({ outcome: z.enum(TRAJECTORY_OUTCOMES), count: z.int().min(1) }));

export const scenarioViewSchema = z.object({
  id: z.string(),
  title: z.string(),
  location: sourceLocationSchema,
  status: statusViewSchema,
  /** `80 %`, or `–` if no trajectory ended. */
  score: z.string(),
  planned: z.int().min(1),
  distribution: distributionSchema,
  /** Those that ended. */
  trajectories: z.array(trajectoryViewSchema),
});

export const scenariosViewSchema = z.object({
  title: z.string(),
  status: statusViewSchema,
  /** When an earlier window ran them. */
  subject: z.string().optional(),
  /** What the running validation does. */
  progress: z.string().optional(),
  /** Why the last validation did not end. */
  failure: z.string().optional(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Why the holdout is not enforced. */
  holdout: z.string().optional(),
  notes: z.array(z.string()),
  scenarios: z.array(scenarioViewSchema),
  actions: z.array(z.enum(['run', 'cancel', 'copy'])),
});

export type TrajectoryView = z.infer<typeof trajectoryViewSchema>;
export type ScenarioView = z.infer<typeof scenarioViewSchema>;
export type ScenariosView = z.infer<typeof scenariosViewSchema>;
export type ScenariosAction = ScenariosView['actions'][number];
