/**
 * What the plan panel shows: the chunks of a plan and what flows between them. The extension makes it, the webview draws
 * it; both compile against these schemas.
 */
import * as z from 'zod';
import { placeSchema } from './view.ts';

export const planFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  place: placeSchema,
});

/** How a chunk stands: a colour of the page, an icon, and words for those who see neither. */
export const planStatusSchema = z.object({
  tone: z.enum(['good', 'bad', 'busy', 'attention', 'quiet']),
  icon: z.string(),
  words: z.string(),
});

export const planChunkSchema = z.object({
  id: z.string(),
  title: z.string(),
  place: placeSchema,
  status: planStatusSchema,
  /** Whether the verify command is not due yet once the chunk is done. */
  verifyExempt: z.boolean(),
  findings: z.array(planFindingSchema),
});

/** What one chunk gives and a later one uses. `from` and `to` are positions in the list of chunks. */
export const planEdgeSchema = z.object({
  from: z.int().min(0),
  to: z.int().min(0),
  /** Whether dependsOn says it. */
  declared: z.boolean(),
  exports: z.array(z.string()),
  files: z.array(z.string()),
});

export const planViewSchema = z.object({
  title: z.string(),
  /** In the order of the file. */
  chunks: z.array(planChunkSchema),
  edges: z.array(planEdgeSchema),
  /** What concerns no single chunk. */
  findings: z.array(planFindingSchema),
  /** Whether the text has changed since and cannot be read. */
  stale: z.boolean(),
});

export type PlanFindingView = z.infer<typeof planFindingSchema>;
export type PlanStatusView = z.infer<typeof planStatusSchema>;
export type PlanChunkView = z.infer<typeof planChunkSchema>;
export type PlanEdgeView = z.infer<typeof planEdgeSchema>;
export type PlanView = z.infer<typeof planViewSchema>;
