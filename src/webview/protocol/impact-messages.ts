/** The messages between the extension and the impact panel, in both directions. */
import * as z from 'zod';
import { impactViewSchema } from './impact-view.ts';
import { placeSchema } from './view.ts';

/** What the panel shows, kept by the editor through a reload of the window. */
export const impactMemorySchema = z.object({
  /** The uri of the workspace folder, as text. */
  folder: z.string(),
  file: z.string(),
  /** The export that is shown; the whole file where absent. */
  exportName: z.string().optional(),
});

/** From the extension to the panel. */
export const toImpactPanelSchema = z.discriminatedUnion('type', [
  /** What is shown, at the start and when files have changed. `memory` names the subject. */
  z.object({ type: z.literal('show'), memory: impactMemorySchema, view: impactViewSchema }),
  /** It takes a while: the modules may have to be read first. */
  z.object({ type: z.literal('loading'), memory: impactMemorySchema }),
  z.object({ type: z.literal('failed'), memory: impactMemorySchema, message: z.string() }),
]);

/** From the panel to the extension. */
export const fromImpactPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-place'), place: placeSchema }),
  /** Another export was chosen, or the whole file. */
  z.object({ type: z.literal('select'), exportName: z.string().optional() }),
]);

export type ImpactMemory = z.infer<typeof impactMemorySchema>;
export type ToImpactPanel = z.infer<typeof toImpactPanelSchema>;
export type FromImpactPanel = z.infer<typeof fromImpactPanelSchema>;
