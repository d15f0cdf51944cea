import * as z from 'zod';
import { REVIEW_PASSES, reviewFindingSchema } from '../../verdicts/review/review-finding.ts';
import { JUDGING_STAGES } from '../../workspace/configuration/pipeline/stage-names.ts';

/**
 * What scenarios said about a result. It has ids and numbers only: what was observed can contain text of a scenario, which no
 * model receives.
 */
export const scenarioOutcomeSchema = z.object({
  /** The result that was judged. */
  commit: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped', 'environment']),
  /** The satisfied share of all trajectories, from 0 to 1; `null` if none ended. */
  score: z.number().nullable(),
  threshold: z.number(),
  /** The trajectories that ended. */
  trajectories: z.int().min(0),
  scenarios: z.array(
    z.object({
      id: z.string(),
      score: z.number().nullable(),
      planned: z.int(),
      satisfied: z.int(),
      unsatisfied: z.int(),
      /** Trajectories that met an explicit failure criterion. */
      failed: z.int(),
      /** Trajectories that did not reach the code. */
      environment: z.int(),
    }),
  ),
  /** Why the code may have been generated with knowledge of the scenarios. Absent if the holdout is enforced. */
  holdoutGap: z.string().optional(),
  at: z.string(),
});

export type ScenarioOutcome = z.infer<typeof scenarioOutcomeSchema>;

/** A finding that is kept for the pull request or for the next review. */
const keptFindingSchema = z.object({
  ...reviewFindingSchema.shape,
  /** In how many reviews in a row it was found. */
  reviews: z.int().min(1),
});

export type KeptFinding = z.infer<typeof keptFindingSchema>;

/** What the review said about a result. */
export const reviewOutcomeSchema = z.object({
  /** The result that was reviewed. */
  commit: z.string(),
  decision: z.enum(['proceed', 'remediate', 'broken']),
  /** The most severe ones first. */
  findings: z.array(keptFindingSchema),
  /** Further findings, which are not kept because there are too many. */
  omitted: z.int().min(0),
  passes: z.array(
    z.object({
      pass: z.enum(REVIEW_PASSES),
      status: z.enum(['completed', 'broken']),
      reason: z.string().optional(),
      /** Findings about files that are not part of the change. */
      dropped: z.int().min(0),
    }),
  ),
  /** What could not be checked [ASSERT-EXT-002]. */
  warnings: z.array(z.string()),
  at: z.string(),
});

export type ReviewOutcome = z.infer<typeof reviewOutcomeSchema>;

/** One judgement of a result, for the timeline. */
export const judgementSchema = z.object({
  stage: z.enum(JUDGING_STAGES),
  commit: z.string(),
  /** For people: one sentence, and the most important findings or the score of each scenario as a list. */
  text: z.string(),
  at: z.string(),
});

export type Judgement = z.infer<typeof judgementSchema>;

/** The most judgements that a state keeps of a sub-item. */
const MAX_JUDGEMENTS = 40;

export function withJudgement(earlier: readonly Judgement[] = [], judgement: Judgement): Judgement[] {
  return [...earlier, judgement].slice(-MAX_JUDGEMENTS);
}

/** The judgements that a sub-item has and an earlier state of it did not have. */
export function listNewJudgements(
  earlier: readonly Judgement[] = [],
  judgements: readonly Judgement[] = [],
): readonly Judgement[] {
  const known = new Set(earlier);
  return judgements.filter((judgement) => !known.has(judgement));
}
