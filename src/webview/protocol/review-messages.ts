/** The messages between the extension and the review panel. */
import * as z from 'zod';
import { reviewViewSchema } from './review-panel-data.ts';
import { sourceLocationSchema } from './source-location.ts';

/** The state that survives a reload of the window. */
export const reviewMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
  /** What the findings are grouped by. Default: the severity. */
  groupBy: z.enum(['severity', 'pass', 'file']).optional(),
  /** The last review, which the next window shows again. */
  view: reviewViewSchema.optional(),
});

/** From the extension to the panel. */
export const messageToReviewPanelSchema = z.object({
  type: z.literal('show'),
  memory: reviewMemorySchema,
  view: reviewViewSchema,
});

/** From the panel to the extension. */
export const messageFromReviewPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-location'), location: sourceLocationSchema }),
  z.object({ type: z.literal('act'), action: z.enum(['review', 'cancel', 'copy', 'clear']) }),
]);

export type ReviewMemory = z.infer<typeof reviewMemorySchema>;
export type ReviewGrouping = NonNullable<ReviewMemory['groupBy']>;
export type MessageToReviewPanel = z.infer<typeof messageToReviewPanelSchema>;
export type MessageFromReviewPanel = z.infer<typeof messageFromReviewPanelSchema>;
