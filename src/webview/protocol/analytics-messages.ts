/** The messages between the extension and the analytics panel. */
import * as z from 'zod';
import { analyticsViewSchema, TIME_RANGES } from './analytics-panel-data.ts';

/** What the numbers are about. Without a contract or model, all count. */
export const analyticsFilterSchema = z.object({
  range: z.enum(TIME_RANGES),
  contract: z.string().optional(),
  model: z.string().optional(),
});

/** The state that survives a reload of the window. */
export const analyticsMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
  filter: analyticsFilterSchema,
});

/** From the extension to the panel. */
export const messageToAnalyticsPanelSchema = z.object({
  type: z.literal('show'),
  memory: analyticsMemorySchema,
  view: analyticsViewSchema,
});

/** From the panel to the extension. */
export const messageFromAnalyticsPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('filter'), filter: analyticsFilterSchema }),
  z.object({ type: z.literal('export'), format: z.enum(['csv', 'json']) }),
  z.object({ type: z.literal('run-chunk') }),
]);

export type AnalyticsPanelFilter = z.infer<typeof analyticsFilterSchema>;
export type AnalyticsMemory = z.infer<typeof analyticsMemorySchema>;
export type MessageToAnalyticsPanel = z.infer<typeof messageToAnalyticsPanelSchema>;
export type MessageFromAnalyticsPanel = z.infer<typeof messageFromAnalyticsPanelSchema>;
