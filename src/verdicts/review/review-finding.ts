import * as z from 'zod';

/** The passes of a review. The first two are deterministic and cost nothing; a model performs the others [ASSERT-REVIEW-003]. */
export const REVIEW_PASSES = ['constraints', 'hygiene', 'quality', 'architecture', 'security'] as const;

export type ReviewPass = (typeof REVIEW_PASSES)[number];

export const findingSeveritySchema = z.enum(['blocking', 'warning', 'informational']);

export type FindingSeverity = z.infer<typeof findingSeveritySchema>;

/** One finding of a review. */
export const reviewFindingSchema = z.strictObject({
  pass: z.enum(REVIEW_PASSES),
  /** Relative to the workspace folder. */
  file: z.string().min(1),
  /** 1-based, in the file after the change. Absent for a finding about the whole file. */
  line: z.int().min(1).optional(),
  severity: findingSeveritySchema,
  /** A short name of the kind of problem, for example `error-handling` or `secret`. */
  category: z.string().min(1),
  explanation: z.string().min(1),
  suggestion: z.string().min(1).optional(),
  /** The text of the line, by which the finding is recognised after lines have moved. Absent if the line has a secret. */
  code: z.string().optional(),
});

export type ReviewFinding = z.infer<typeof reviewFindingSchema>;
