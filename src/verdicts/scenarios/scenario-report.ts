import * as z from 'zod';

/** How one trajectory ended. `environment`: it failed before it reached the code under test [PIPE-8]. */
export const trajectoryResultSchema = z.strictObject({
  number: z.int().min(1),
  outcome: z.enum(['satisfied', 'unsatisfied', 'failure-criterion', 'environment']),
  /** The acceptance criterion, failure criterion or step that decided, by id. */
  decidedBy: z.string().optional(),
  /** What was observed, for people. It can contain text of the scenario, so no model receives it. */
  observed: z.string(),
  durationMs: z.number().min(0),
});

export const scenarioResultSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  file: z.string(),
  /** The satisfied share, from 0 to 1 [ASSERT-SCEN-004]. `null` if no trajectory ended. */
  score: z.number().min(0).max(1).nullable(),
  planned: z.int().min(1),
  trajectories: z.array(trajectoryResultSchema),
});

/** The result of a scenario validation. Public shape: `holdfast scenarios run --format json` prints it. */
export const scenarioReportSchema = z.strictObject({
  /**
   * `skipped`: no scenario covers the interfaces. `environment`: all trajectories failed before they reached the code.
   */
  outcome: z.enum(['passed', 'failed', 'skipped', 'environment']),
  /** The satisfied share of all trajectories; `null` if none ended. */
  score: z.number().min(0).max(1).nullable(),
  threshold: z.number().min(0).max(1),
  scenarios: z.array(scenarioResultSchema),
  /** Whether the code was generated without access to the scenarios, and why it is not enforced. */
  holdout: z.strictObject({ enforced: z.boolean(), reason: z.string().optional() }),
  /** What the next attempt receives: ids, categories and observed output, without text of the scenarios. */
  feedback: z.array(z.string()),
  /** What people must know, for example why a twin did not start. */
  notes: z.array(z.string()),
  /** What model judgements cost, in USD; `null` if the price is unknown. */
  costUsd: z.number().min(0).nullable(),
});

export type TrajectoryResult = z.infer<typeof trajectoryResultSchema>;
export type ScenarioResult = z.infer<typeof scenarioResultSchema>;
export type ScenarioReport = z.infer<typeof scenarioReportSchema>;
