/**
 * The data of the plan panel: the chunks of a plan and the exports and files that flow between them. The extension
 * creates it and the webview renders it.
 */
import * as z from 'zod';
import { sourceLocationSchema } from './source-location.ts';
import { strengthViewSchema } from './strength-view.ts';
import { statusViewSchema } from './status-view.ts';

export const planFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  location: sourceLocationSchema,
});

export const planChunkSchema = z.object({
  id: z.string(),
  title: z.string(),
  location: sourceLocationSchema,
  status: statusViewSchema,
  /** Whether the verify command is skipped after this chunk, because the verify contract is not satisfied by then. */
  verifyExempt: z.boolean(),
  findings: z.array(planFindingSchema),
  /** What its requirements say about the work, if it has not begun. */
  strength: strengthViewSchema.optional(),
});

/** A dependency between two chunks. `from` provides the exports and files that `to` uses. Both are indexes of `chunks`. */
export const planEdgeSchema = z.object({
  from: z.int().min(0),
  to: z.int().min(0),
  /** Whether `dependsOn` declares the dependency. */
  declared: z.boolean(),
  exports: z.array(z.string()),
  files: z.array(z.string()),
});

export const planViewSchema = z.object({
  title: z.string(),
  /** In file order. */
  chunks: z.array(planChunkSchema),
  edges: z.array(planEdgeSchema),
  /** Findings that belong to no single chunk. */
  findings: z.array(planFindingSchema),
  /** Whether the contract has changed and cannot be parsed, so that this is the last valid plan. */
  stale: z.boolean(),
});

export type PlanFindingView = z.infer<typeof planFindingSchema>;
export type PlanChunkView = z.infer<typeof planChunkSchema>;
export type PlanEdgeView = z.infer<typeof planEdgeSchema>;
export type PlanView = z.infer<typeof planViewSchema>;
