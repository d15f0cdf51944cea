/** The messages between the extension and the plan panel. */
import * as z from 'zod';
import { planViewSchema } from './plan-panel-data.ts';
import { sourceLocationSchema } from './source-location.ts';

/** The state that survives a reload of the window. */
export const planMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
  contract: z.string(),
  /** The id of the selected chunk. */
  chunk: z.string().optional(),
  /** Whether the chunks are shown as a list instead of a graph. */
  asList: z.boolean().optional(),
  /** The visible part of the graph. */
  viewport: z.object({ left: z.number(), top: z.number(), scale: z.number().positive() }).optional(),
});

/** From the extension to the panel. */
export const messageToPlanPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('show'), memory: planMemorySchema, view: planViewSchema }),
  /** There is no plan to show. The message states the reason. */
  z.object({ type: z.literal('nothing'), memory: planMemorySchema, message: z.string() }),
]);

/** From the panel to the extension. */
export const messageFromPlanPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-location'), location: sourceLocationSchema }),
]);

export type PlanMemory = z.infer<typeof planMemorySchema>;
export type MessageToPlanPanel = z.infer<typeof messageToPlanPanelSchema>;
export type MessageFromPlanPanel = z.infer<typeof messageFromPlanPanelSchema>;
