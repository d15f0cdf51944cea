/** The data of the review panel: the passes and findings of a review of the changes. */
import * as z from 'zod';
import { sourceLocationSchema } from './source-location.ts';
import { statusViewSchema } from './status-view.ts';

export const findingViewSchema = z.object({
  severity: z.enum(['blocking', 'warning', 'informational', 'fact']),
  /** The label of the pass. */
  pass: z.string(),
  category: z.string(),
  /** `src/bus.ts:12`, or the file alone. */
  place: z.string(),
  location: sourceLocationSchema,
  explanation: z.string(),
  suggestion: z.string().optional(),
  /** A remark on the finding, such as how often it was found. */
  note: z.string().optional(),
});

export const passViewSchema = z.object({
  name: z.string(),
  status: statusViewSchema,
  /** Why the pass is broken, or why it had nothing to examine. */
  reason: z.string().optional(),
  findings: z.int(),
  /** Findings that were dropped because their file is not part of the change. */
  dropped: z.int(),
  calls: z.int(),
  cost: z.string(),
});

export const reviewViewSchema = z.object({
  title: z.string(),
  status: statusViewSchema,
  /** What was compared, for example `3 files since 1a2b3c4d (merge base with main)`. */
  subject: z.string().optional(),
  /** What the running review does. */
  progress: z.string().optional(),
  /** Why the last review failed. */
  failure: z.string().optional(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  warnings: z.array(z.string()),
  passes: z.array(passViewSchema),
  /** The most severe ones first. */
  findings: z.array(findingViewSchema),
  actions: z.array(z.enum(['review', 'cancel', 'copy', 'clear'])),
});

export type FindingView = z.infer<typeof findingViewSchema>;
export type PassView = z.infer<typeof passViewSchema>;
export type ReviewView = z.infer<typeof reviewViewSchema>;
export type ReviewAction = ReviewView['actions'][number];
