/** The messages between the extension and the impact panel. */
import * as z from 'zod';
import { impactViewSchema } from './impact-panel-data.ts';
import { sourceLocationSchema } from './source-location.ts';

/** The state that survives a reload of the window. */
export const impactMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
  file: z.string(),
  /** The selected export. If absent, the whole file is shown. */
  exportName: z.string().optional(),
});

/** From the extension to the panel. */
export const messageToImpactPanelSchema = z.discriminatedUnion('type', [
  /** The data to show, at the start and when files change. */
  z.object({ type: z.literal('show'), memory: impactMemorySchema, view: impactViewSchema }),
  /** The data is being computed. This takes a while if the modules must be read first. */
  z.object({ type: z.literal('loading'), memory: impactMemorySchema }),
  z.object({ type: z.literal('failed'), memory: impactMemorySchema, message: z.string() }),
]);

/** From the panel to the extension. */
export const messageFromImpactPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-location'), location: sourceLocationSchema }),
  /** The user selected another export, or the whole file. */
  z.object({ type: z.literal('select'), exportName: z.string().optional() }),
]);

export type ImpactMemory = z.infer<typeof impactMemorySchema>;
export type MessageToImpactPanel = z.infer<typeof messageToImpactPanelSchema>;
export type MessageFromImpactPanel = z.infer<typeof messageFromImpactPanelSchema>;
