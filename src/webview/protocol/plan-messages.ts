/** The messages between the extension and the plan panel, in both directions. */
import * as z from 'zod';
import { planViewSchema } from './plan-view.ts';
import { placeSchema } from './view.ts';

/** What the panel shows, kept by the editor through a reload of the window. */
export const planMemorySchema = z.object({
  /** The uri of the workspace folder, as text. */
  folder: z.string(),
  contract: z.string(),
  /** The id of the chunk that a person has chosen. */
  chunk: z.string().optional(),
});

/** From the extension to the panel. */
export const toPlanPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('show'), memory: planMemorySchema, view: planViewSchema }),
  /** There is nothing to draw, or not yet. */
  z.object({ type: z.literal('nothing'), memory: planMemorySchema, message: z.string() }),
]);

/** From the panel to the extension. */
export const fromPlanPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-place'), place: placeSchema }),
]);

export type PlanMemory = z.infer<typeof planMemorySchema>;
export type ToPlanPanel = z.infer<typeof toPlanPanelSchema>;
export type FromPlanPanel = z.infer<typeof fromPlanPanelSchema>;
