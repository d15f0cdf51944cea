import * as z from 'zod';
import { constraintFindingSchema } from '../domains/constraints/constraint-finding.ts';
import { REVIEW_PASSES, reviewFindingSchema } from './review-finding.ts';

export const passReportSchema = z.strictObject({
  pass: z.enum(REVIEW_PASSES),
  /** `broken`: there is no valid answer. A review with a broken pass never lets a change proceed. */
  status: z.enum(['completed', 'broken']),
  /** Why the pass is broken. */
  reason: z.string().optional(),
  /** Why a completed pass had nothing to examine, as a sentence: for example that there is no interface registry. */
  note: z.string().optional(),
  /** Findings that were dropped because their file is not part of the change. */
  dropped: z.int().min(0),
  /** How many answers were requested. 0 for deterministic passes and stored answers. */
  calls: z.int().min(0),
  /** In USD; `null` if the price of the model is unknown. */
  costUsd: z.number().min(0).nullable(),
});

/** The result of a review. Public shape: `holdfast review --format json` prints it. */
export const reviewReportSchema = z.strictObject({
  /** `remediate`: there is a blocking finding. `broken`: a pass has no valid answer, and nothing is blocking. */
  decision: z.enum(['proceed', 'remediate', 'broken']),
  /** The most severe ones first, then by file and line. */
  findings: z.array(reviewFindingSchema),
  /** The constraint findings with all their fields. They are in `findings`, too. */
  constraints: z.array(constraintFindingSchema),
  passes: z.array(passReportSchema),
  /** What could not be checked, for example because a secondary domain service is not available [ASSERT-EXT-002]. */
  warnings: z.array(z.string()),
  costUsd: z.number().min(0).nullable(),
});

export type PassReport = z.infer<typeof passReportSchema>;
export type ReviewReport = z.infer<typeof reviewReportSchema>;
